package io.privirec.wire;

import java.time.Instant;
import java.util.List;

/// What a participant has signed for a small atom. It holds for ever, and for larger atoms.
///
/// @param waiver the line for the roster's text, to be given to its keeper
/// @param statement what was signed, in words
/// @param signedAt the first time
public record SignedWaiver(List<String> atom, String waiver, String statement, Instant signedAt) {
  public SignedWaiver {
    atom = List.copyOf(atom);
  }
}
