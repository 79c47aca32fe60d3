package io.privirec.federation.rehearsal;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// Checks the sum of a rehearsal. It computes the expected sum over the stated survivors, and
/// compares every element, on all cores, a block at a time.
final class RehearsalSum {
  /// Fits the second-level cache together with its twin of expected sums.
  private static final int BLOCK = 1 << 15;

  private final long seed;
  private final int valueBits;

  RehearsalSum(long seed, int valueBits) {
    this.seed = seed;
    this.valueBits = valueBits;
  }

  /// Returns the first wrong element.
  OptionalLong firstWrong(RoundSpec round, Aggregate sum) throws IOException {
    if (sum.length() != round.vector().length()) {
      throw new IllegalArgumentException(
          "sum of round " + round.name() + " has " + sum.length() + " elements");
    }
    List<RehearsalValues> contributions =
        sum.survivors().stream()
            .map(survivor -> RehearsalValues.of(seed, valueBits, round.index(), survivor))
            .toList();
    int blocks = Math.toIntExact(Math.ceilDiv(sum.length(), (long) BLOCK));
    try {
      return IntStream.range(0, blocks)
          .parallel()
          .mapToLong(block -> firstWrong(round.vector(), sum, contributions, (long) block * BLOCK))
          .filter(element -> element >= 0)
          .findFirst();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// Returns the first wrong element of a block, or −1.
  private static long firstWrong(
      VectorSpec vector, Aggregate sum, List<RehearsalValues> contributions, long first) {
    int count = (int) Math.min(BLOCK, sum.length() - first);
    RingVector actual = RingVector.zero(vector.ring(), count);
    try {
      sum.read(first, actual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long[] expected = new long[count];
    for (RehearsalValues contribution : contributions) {
      contribution.addTo(expected, first, count);
    }
    for (int i = 0; i < count; i++) {
      if (actual.getSigned(i) != expected[i]) {
        return first + i;
      }
    }
    return -1;
  }

  /// Two blocks on each core.
  static long workingSetBytes() {
    return 2L * BLOCK * Long.BYTES * Runtime.getRuntime().availableProcessors();
  }
}
