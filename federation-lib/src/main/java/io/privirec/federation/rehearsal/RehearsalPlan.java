package io.privirec.federation.rehearsal;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// The coordinator's side of a rehearsal: computes what the sum over exactly the stated survivors
/// must be and compares every element, on all cores, a block at a time.
final class RehearsalPlan implements Plan {
  /// Fits the second-level cache together with its twin of expected sums.
  private static final int BLOCK = 1 << 15;

  private final Rehearsal algorithm;

  RehearsalPlan(Rehearsal algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    RoundSpec round = algorithm.rounds().get(index);
    if (sum.length() != round.vector().length()) {
      throw new IllegalArgumentException(
          "sum of round " + round.name() + " has " + sum.length() + " elements");
    }
    OptionalLong wrong = firstWrong(round, sum);
    if (wrong.isPresent()) {
      return new PlanStep.Fail(
          "rehearsal-sum-wrong",
          "element %d of round %s is not the sum of what its %d survivors contributed"
              .formatted(wrong.getAsLong(), round.name(), sum.survivors().size()));
    }
    return index + 1 < algorithm.roundCount()
        ? new PlanStep.NextRound(algorithm.rounds().get(index + 1))
        : new PlanStep.Complete();
  }

  private OptionalLong firstWrong(RoundSpec round, Aggregate sum) throws IOException {
    List<RehearsalValues> contributions =
        sum.survivors().stream()
            .map(survivor -> RehearsalValues.of(algorithm, round.index(), survivor))
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

  /// The first element of a block that is wrong, or −1.
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

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) {
    throw new UnsupportedOperationException("a rehearsal ends without a release");
  }

  @Override
  public Model model() {
    throw new UnsupportedOperationException("a rehearsal ends without a release");
  }

  @Override
  public long fileBytes() {
    return 0;
  }

  /// Two blocks on each core.
  @Override
  public long workingSetBytes() {
    return 2L * BLOCK * Long.BYTES * Runtime.getRuntime().availableProcessors();
  }
}
