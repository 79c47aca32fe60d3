package io.privirec.lab.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ProvenEpsilonTest {
  private static final int TRIALS = 40_000;

  /// R 4: `binom.test(5, 10)$conf.int`, `binom.test(0, 20)$conf.int`, `binom.test(17,
  /// 1000)$conf.int`.
  @Test
  void bounds_ofRates_areThoseOfClopperAndPearson() {
    assertThat(ProvenEpsilon.lower(5, 10, .025)).isCloseTo(.1870860, within(1e-6));
    assertThat(ProvenEpsilon.upper(5, 10, .025)).isCloseTo(.8129140, within(1e-6));
    assertThat(ProvenEpsilon.lower(0, 20, .025)).isZero();
    assertThat(ProvenEpsilon.upper(0, 20, .025)).isCloseTo(.1684335, within(1e-6));
    assertThat(ProvenEpsilon.upper(20, 20, .025)).isEqualTo(1);
  }

  /// Randomised response has an ε that an attack can prove all of.
  @Test
  void randomisedResponse_isProvenToHaveItsEpsilonAndNoMore() {
    for (double epsilon : new double[] {.5, 1, 3}) {
      ProvenEpsilon proven = prove(epsilon);
      assertThat(proven.epsilon()).isBetween(.85 * epsilon, epsilon);
      double advantage = Math.expm1(epsilon) / (Math.exp(epsilon) + 1);
      assertThat(proven.advantage()).isCloseTo(advantage, within(.02));
    }
  }

  @Test
  void claimThatIsTooSmall_isRefuted() {
    assertThat(prove(1.5).epsilon()).isGreaterThan(1);
  }

  private static ProvenEpsilon prove(double epsilon) {
    double truth = Math.exp(epsilon) / (1 + Math.exp(epsilon));
    return ProvenEpsilon.of(answers(1 - truth, 1), answers(truth, 2), 1e-6, .95);
  }

  /// A little noise on them, so that thresholds are distinct.
  private static double[] answers(double rate, long seed) {
    Random random = new Random(seed);
    return DoubleStream.generate(
            () -> (random.nextDouble() < rate ? 1 : 0) + random.nextDouble() / 10)
        .limit(TRIALS)
        .toArray();
  }

  @Test
  void whatTellsNothing_provesNothing() {
    ProvenEpsilon proven = ProvenEpsilon.of(answers(.5, 3), answers(.5, 4), 1e-6, .95);
    assertThat(proven.epsilon()).isLessThan(.05);
    assertThat(proven.advantage()).isBetween(-.03, .03);
  }
}
