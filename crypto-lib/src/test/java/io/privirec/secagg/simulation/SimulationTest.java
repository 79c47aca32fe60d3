package io.privirec.secagg.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Thousands of rounds, each from its own seed. `-Dprivirec.simulation.seed=S` runs the round of
/// one seed again, `-Dprivirec.simulation.rounds=N` another number of them.
class SimulationTest {
  private static final int ROUNDS = Integer.getInteger("privirec.simulation.rounds", 2000);
  private static final long FIRST_SEED = 1;

  @Test
  void rounds_underEveryKindOfTrouble_giveTheExactSumOrNone() {
    Long only = Long.getLong("privirec.simulation.seed");
    if (only != null) {
      run(only);
      return;
    }
    long summed =
        LongStream.range(FIRST_SEED, FIRST_SEED + ROUNDS)
            .parallel()
            .filter(SimulationTest::run)
            .count();
    System.out.printf(
        "simulation: %d rounds, %d summed exactly, %d gave up%n", ROUNDS, summed, ROUNDS - summed);
    assertThat(summed).as("the world is not too hostile to test sums").isGreaterThan(ROUNDS / 3);
    assertThat(summed).as("nor too kind to test losses").isLessThan(ROUNDS);
  }

  private static boolean run(long seed) {
    try {
      return new SimulatedWorld(seed).run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "failed with -Dprivirec.simulation.seed=%d: %s".formatted(seed, e.getMessage()), e);
    }
  }
}
