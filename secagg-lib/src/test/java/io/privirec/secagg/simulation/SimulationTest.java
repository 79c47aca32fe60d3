package io.privirec.secagg.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Many rounds, each from its own seed; thousands with `-Dtests.long=true`.
/// `-Dprivirec.simulation.seed=S` runs the round of one seed again,
/// `-Dprivirec.simulation.rounds=N` another number of them.
class SimulationTest {
  private static final int USUAL_ROUNDS = Boolean.getBoolean("tests.long") ? 2000 : 500;
  private static final int ROUNDS = Integer.getInteger("privirec.simulation.rounds", USUAL_ROUNDS);
  private static final long FIRST_SEED = 1;

  @Test
  void rounds_underEveryKindOfTrouble_giveTheExactSumOrNone() {
    Long only = Long.getLong("privirec.simulation.seed");
    if (only != null) {
      run(only);
      return;
    }
    List<Result> results =
        LongStream.range(FIRST_SEED, FIRST_SEED + ROUNDS)
            .parallel()
            .mapToObj(SimulationTest::run)
            .toList();
    long summed = results.stream().filter(Result::summed).count();
    List<Result> wide = results.stream().filter(Result::wide).toList();
    long wideSummed = wide.stream().filter(Result::summed).count();
    List<Result> closed = results.stream().filter(Result::closed).toList();
    long closedSummed = closed.stream().filter(Result::summed).count();
    System.out.printf(
        "simulation: %d rounds, %d summed exactly, %d gave up;"
            + " on random graphs %d, %d summed exactly; closed %d, %d summed exactly%n",
        ROUNDS, summed, ROUNDS - summed, wide.size(), wideSummed, closed.size(), closedSummed);
    assertThat(summed).as("the world is not too hostile to test sums").isGreaterThan(ROUNDS / 3);
    assertThat(summed).as("nor too kind to test losses").isLessThan(ROUNDS);
    if (ROUNDS >= USUAL_ROUNDS) {
      assertThat(wideSummed).as("sums over random graphs").isPositive();
      assertThat(closedSummed).as("closed sums").isGreaterThan(closed.size() / 20);
    }
  }

  /// How a round went.
  ///
  /// @param wide whether it had a random graph
  private record Result(boolean wide, boolean closed, boolean summed) {}

  private static Result run(long seed) {
    try {
      SimulatedWorld world = new SimulatedWorld(seed);
      return new Result(world.isWide(), world.isClosed(), world.run());
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "failed with -Dprivirec.simulation.seed=%d: %s".formatted(seed, e.getMessage()), e);
    }
  }
}
