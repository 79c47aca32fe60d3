package io.privirec.federation.rehearsal;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// What one participant contributes to one round of a rehearsal: values that look random, so that
/// an element lost, counted twice or put elsewhere shows in the sum. Not secret, and not meant to
/// be: anybody can compute them.
final class RehearsalValues {
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private final long key;
  private final int shift;

  private RehearsalValues(long key, int shift) {
    this.key = key;
    this.shift = shift;
  }

  static RehearsalValues of(long seed, int valueBits, int round, ParticipantId participant) {
    byte[] id = participant.value().getBytes(StandardCharsets.UTF_8);
    Digest digest =
        Digest.of(
            ByteBuffer.allocate(Long.BYTES + Integer.BYTES + id.length)
                .putLong(seed)
                .putInt(round)
                .put(id)
                .array());
    return new RehearsalValues(
        ByteBuffer.wrap(digest.bytes()).getLong(), Long.SIZE - 1 - valueBits);
  }

  /// The value of an element: SplitMix64 at that position of the sequence of the key, its highest
  /// bits with their sign.
  long at(long element) {
    long z = key + (element + 1) * GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return (z ^ (z >>> 31)) >> shift;
  }

  /// Adds the values of consecutive elements.
  ///
  /// @param first element of `sums[0]`
  /// @param count how many, from the start of `sums`
  void addTo(long[] sums, long first, int count) {
    for (int i = 0; i < count; i++) {
      sums[i] += at(first + i);
    }
  }
}
