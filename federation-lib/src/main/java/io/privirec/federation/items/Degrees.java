package io.privirec.federation.items;

import io.privirec.crypto.digest.Digest;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// What the degree round opens, and every later broadcast tells.
///
/// @param users with interactions, of all participants
/// @param items V, shape [items]
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Degrees(long users, long[] items) {
  /// Whether some users and their interactions have such degrees.
  public boolean isPossible() {
    return Arrays.stream(items).allMatch(degree -> degree >= 0 && degree <= users);
  }

  /// Those of the items that at least so many users have; 0 for all others. The number of users
  /// stays that of the first sum.
  public Degrees withSupport(int minSupport) {
    return new Degrees(
        users, Arrays.stream(items).map(degree -> degree < minSupport ? 0 : degree).toArray());
  }

  /// How many items somebody has.
  public long kept() {
    return Arrays.stream(items).filter(degree -> degree > 0).count();
  }

  /// SHA-256 of the numbers, big endian.
  public Digest digest() {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * (items.length + 1)).putLong(users);
    bytes.asLongBuffer().put(items);
    return Digest.of(bytes.array());
  }
}
