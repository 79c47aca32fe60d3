package io.privirec.wire;

import jakarta.validation.constraints.NotEmpty;
import java.util.List;

/// Accepts that a small group can be told from everybody else.
///
/// @param atom ids of the group; the signer is one of them
public record WaiverRequest(@NotEmpty List<String> atom) {
  public WaiverRequest {
    atom = atom == null ? List.of() : List.copyOf(atom);
  }
}
