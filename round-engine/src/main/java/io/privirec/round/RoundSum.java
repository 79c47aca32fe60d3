package io.privirec.round;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.util.SortedSet;

/// The exact sum of one round.
public interface RoundSum {
  /// Number of elements.
  long length();

  /// Whose contributions are in it, and nobody else's.
  SortedSet<ParticipantId> survivors();

  /// Reads `out.length()` consecutive sums.
  ///
  /// @param offset first element, in [0, length − out.length()]
  void read(long offset, RingVector out) throws IOException;
}
