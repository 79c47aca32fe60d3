package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;
import java.io.IOException;

/// The exact sum of one round over its survivors. It stays in the coordinator.
public interface Aggregate {
  /// Number of elements.
  long length();

  /// Reads `out.length()` consecutive sums.
  ///
  /// @param offset first element, in [0, length − out.length()]
  void read(long offset, RingVector out) throws IOException;
}
