package io.privirec.privacy.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.Mechanism;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PrivacyLimitsTest {
  private static final double DELTA = 1e-6;
  private static final long PERIOD = 1_000;
  private static final PrivacyLimits LIMITS = limits(1, 3);

  private static PrivacyLimits limits(double sum, double all) {
    return new PrivacyLimits(new PrivacyTarget(sum, DELTA), new PrivacyTarget(all, DELTA), PERIOD);
  }

  private static Use.Noise noise(double epsilon, Unit unit) {
    PrivacyTarget target = new PrivacyTarget(epsilon, DELTA);
    Distributed mechanism =
        DistributedDiscreteGaussian.least(
            IntegerSensitivity.ofIntegers(20, 100),
            100,
            new NoiseShares(10, 1, 0),
            each -> target.isMetBy(Composition.of(each, 1)));
    return new Use.Noise(mechanism, unit, Adjacency.ADD_OR_REMOVE, Optional.empty());
  }

  private static Sum entry(long at, Use use) {
    return new Sum(at, "s", "r" + at, 0, 1, "degrees", "c", List.of("p"), use);
  }

  @Test
  void sums_areTaken_untilThePeriodIsSpent_andAgainWhenTheFirstIsOver() {
    Use.Noise one = noise(1, Unit.USER);
    List<LedgerEntry> entries = new ArrayList<>();
    int taken = 0;
    while (LIMITS.decide(entries, one, 100) instanceof LimitDecision.Within within) {
      entries.add(entry(100, one));
      taken++;
      assertThat(within.after()).isLessThanOrEqualTo(3);
      assertThat(within.after())
          .isEqualTo(
              Composition.of(one.mechanism(), taken).epsilon(DELTA, Conversion.CKS).epsilon());
    }
    assertThat(taken).isBetween(4, 10);
    assertThat(LIMITS.decide(entries, one, 100))
        .isInstanceOfSatisfying(
            LimitDecision.AllAbove.class,
            above -> {
              assertThat(above.before()).isLessThanOrEqualTo(3);
              assertThat(above.after()).isGreaterThan(3);
              assertThat(above.ofSum()).isCloseTo(1, within(1e-3));
              assertThat(above.inWords()).contains("of 3.0 are spent", "would be");
            });
    assertThat(LIMITS.decide(entries, one, 100 + PERIOD - 1))
        .isInstanceOf(LimitDecision.AllAbove.class);
    assertThat(LIMITS.decide(entries, one, 100 + PERIOD)).isInstanceOf(LimitDecision.Within.class);
    // A clock that was set back does not forget.
    assertThat(LIMITS.decide(entries, one, 50)).isInstanceOf(LimitDecision.AllAbove.class);
  }

  @Test
  void sum_aboveItsLimit_isRefusedWithTheNumbers() {
    assertThat(LIMITS.decide(List.of(), noise(1_000, Unit.USER), 0))
        .isInstanceOfSatisfying(
            LimitDecision.SumAbove.class,
            above -> {
              assertThat(above.ofSum()).isGreaterThan(9);
              assertThat(above.inWords())
                  .startsWith("the sum has epsilon ")
                  .endsWith("at delta 1.0E-6, and a sum may have 1.0");
            });
    assertThat(LIMITS.decide(List.of(), noise(1, Unit.PARTICIPANT), 0))
        .isInstanceOf(LimitDecision.Within.class);
    for (Unit small : List.of(Unit.ROW, Unit.ENTRY)) {
      assertThat(LIMITS.decide(List.of(), noise(.1, small), 0))
          .isEqualTo(new LimitDecision.UnitTooSmall(small));
    }
  }

  @Test
  void sums_ofASessionTogether_areWithinOrNot() {
    Use.Noise one = noise(1, Unit.USER);
    List<Mechanism> two = List.of(one.mechanism(), noise(.5, Unit.USER).mechanism());
    assertThat(LIMITS.decide(List.of(), Unit.USER, two, 0))
        .isInstanceOfSatisfying(
            LimitDecision.Within.class,
            decision -> assertThat(decision.ofSum()).isCloseTo(1, within(1e-3)));
    assertThat(LIMITS.decide(List.of(), Unit.USER, Collections.nCopies(20, one.mechanism()), 0))
        .isInstanceOf(LimitDecision.AllAbove.class);
    assertThat(LIMITS.decide(List.of(), Unit.ROW, two, 0))
        .isInstanceOf(LimitDecision.UnitTooSmall.class);
  }

  @Test
  void exactSums_areOutside_andWhatIsPresumedIsEverything() {
    Use.Noise one = noise(1, Unit.USER);
    List<LedgerEntry> exact = List.of(entry(1, new Use.Exact()), entry(2, new Use.Exact()));
    assertThat(LIMITS.spent(exact, 3).exactSums()).isEqualTo(2);
    assertThat(LIMITS.spent(exact, 3).epsilon(DELTA)).isZero();
    assertThat(LIMITS.decide(exact, one, 3)).isInstanceOf(LimitDecision.Within.class);
    assertThat(LIMITS.spent(exact, PERIOD + 1).exactSums()).isEqualTo(1);

    List<LedgerEntry> presumed = List.of(new Presumed(1, "restored"));
    assertThat(LIMITS.decide(presumed, one, PERIOD)).isInstanceOf(LimitDecision.AllPresumed.class);
    assertThat(limits(1, 1e6).decide(presumed, one, PERIOD).inWords())
        .contains("all of 1000000.0 counts as spent");
    assertThat(LIMITS.decide(presumed, one, PERIOD + 1)).isInstanceOf(LimitDecision.Within.class);
  }

  @Test
  void limits_areFinite() {
    assertThatThrownBy(() -> limits(Double.POSITIVE_INFINITY, 1))
        .isInstanceOf(PrivacyRefusal.EpsilonOutOfRange.class);
    assertThatThrownBy(() -> limits(1, 0)).isInstanceOf(PrivacyRefusal.EpsilonOutOfRange.class);
    PrivacyTarget one = new PrivacyTarget(1, .1);
    assertThatThrownBy(() -> new PrivacyLimits(one, new PrivacyTarget(1, .2), 1))
        .hasMessageContaining("one delta");
    assertThatThrownBy(() -> new PrivacyLimits(one, one, 0)).hasMessageContaining("period");
  }
}
