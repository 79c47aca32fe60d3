package io.privirec.client.contribution;

import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import org.jspecify.annotations.Nullable;

/// The memory in which one chunk at a time is made: reused, because fresh megabytes cost more to
/// clear and collect than to fill. One thread at a time.
final class ChunkSlot {
  private @Nullable RingVector vector;
  private byte[] packed = new byte[0];

  /// A vector with arbitrary content.
  RingVector vector(Ring ring, int length) {
    RingVector current = vector;
    if (current == null || current.length() != length || !current.ring().equals(ring)) {
      current = RingVector.zero(ring, length);
      vector = current;
    }
    return current;
  }

  /// An array of at least that length, with arbitrary content.
  byte[] packed(int bytes) {
    if (packed.length < bytes) {
      packed = new byte[bytes];
    }
    return packed;
  }
}
