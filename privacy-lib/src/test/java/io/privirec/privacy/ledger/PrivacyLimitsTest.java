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
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Returned;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PrivacyLimitsTest {
  private static final double DELTA = 1e-6;
  private static final long PERIOD = 1_000;
  private static final PrivacyLimits LIMITS = limits(1, 3);

  private static PrivacyLimits limits(double sum, double all) {
    return limits(sum, 1e6, all, 1e6);
  }

  private static PrivacyLimits limits(double sum, double session, double all, double lifetime) {
    return new PrivacyLimits(
        Optional.of(target(sum)), target(session), target(all), target(lifetime), PERIOD);
  }

  private static PrivacyTarget target(double epsilon) {
    return new PrivacyTarget(epsilon, DELTA);
  }

  private static double rho(double epsilon) {
    return Conversion.CKS.rho(target(epsilon));
  }

  private static Reserved reserved(String session, double epsilon) {
    return new Reserved(1, session, List.of("p"), rho(epsilon));
  }

  private static LimitDecision reserve(
      PrivacyLimits limits, List<LedgerEntry> entries, Reserved next, long now) {
    return limits.reserve(entries, next, Unit.USER, next.rho(), now);
  }

  private static Use.Noise noise(double epsilon, Unit unit) {
    PrivacyTarget target = new PrivacyTarget(epsilon, DELTA);
    Distributed mechanism =
        DistributedDiscreteGaussian.least(
            IntegerSensitivity.ofIntegers(20, 100),
            100,
            new NoiseShares(10, 1, 0),
            each -> Composition.of(each, 1).meets(target));
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
    while (LIMITS.decide(entries, "s", one, 100) instanceof LimitDecision.Within within) {
      entries.add(entry(100, one));
      taken++;
      assertThat(within.after()).isLessThanOrEqualTo(3);
      assertThat(within.after())
          .isEqualTo(
              Composition.of(one.mechanism(), taken).epsilon(DELTA, Conversion.CKS).epsilon());
    }
    assertThat(taken).isBetween(4, 10);
    assertThat(LIMITS.decide(entries, "s", one, 100))
        .isInstanceOfSatisfying(
            LimitDecision.AllAbove.class,
            above -> {
              assertThat(above.before()).isLessThanOrEqualTo(3);
              assertThat(above.after()).isGreaterThan(3);
              assertThat(above.ofSum()).isCloseTo(1, within(1e-3));
              assertThat(above.inWords()).contains("of 3.0 are spent", "would be");
            });
    assertThat(LIMITS.decide(entries, "s", one, 100 + PERIOD - 1))
        .isInstanceOf(LimitDecision.AllAbove.class);
    assertThat(LIMITS.decide(entries, "s", one, 100 + PERIOD))
        .isInstanceOf(LimitDecision.Within.class);
    // A clock that was set back does not forget.
    assertThat(LIMITS.decide(entries, "s", one, 50)).isInstanceOf(LimitDecision.AllAbove.class);
  }

  @Test
  void sum_aboveItsLimit_isRefusedWithTheNumbers() {
    assertThat(LIMITS.decide(List.of(), "s", noise(1_000, Unit.USER), 0))
        .isInstanceOfSatisfying(
            LimitDecision.SumAbove.class,
            above -> {
              assertThat(above.ofSum()).isGreaterThan(9);
              assertThat(above.inWords())
                  .startsWith("the sum has epsilon ")
                  .endsWith("at delta 1.0E-6, and a sum may have 1.0");
            });
    assertThat(LIMITS.decide(List.of(), "s", noise(1, Unit.PARTICIPANT), 0))
        .isInstanceOf(LimitDecision.Within.class);
    for (Unit small : List.of(Unit.ROW, Unit.ENTRY)) {
      assertThat(LIMITS.decide(List.of(), "s", noise(.1, small), 0))
          .isEqualTo(new LimitDecision.UnitTooSmall(small));
    }
  }

  @Test
  void session_reservesOnce_andItsSumsDrawFromIt() {
    PrivacyLimits limits = limits(3, 3, 4, 1e6);
    Use.Noise one = noise(1, Unit.USER);
    List<LedgerEntry> entries = new ArrayList<>();
    Reserved first = reserved("s", 3);
    assertThat(reserve(limits, entries, first, 10)).isInstanceOf(LimitDecision.Within.class);
    entries.add(first);
    double spent = limits.spent(entries, 10).epsilon(DELTA);
    assertThat(spent).isCloseTo(3, within(1e-6)).isLessThanOrEqualTo(3);
    assertThat(reserve(limits, entries, first, 10)).isInstanceOf(LimitDecision.Within.class);

    // Of two sessions, each of which fits alone, the second is refused.
    assertThat(reserve(limits, entries, reserved("other", 3), 10))
        .isInstanceOf(LimitDecision.AllAbove.class);
    assertThat(limits.decide(entries, "other", noise(3, Unit.USER), 10))
        .isInstanceOf(LimitDecision.AllAbove.class);

    for (int sum = 0; sum < 4; sum++) {
      assertThat(limits.decide(entries, "s", one, 10)).isInstanceOf(LimitDecision.Within.class);
      entries.add(entry(10 + sum, one));
      assertThat(limits.spent(entries, 20).epsilon(DELTA)).isCloseTo(spent, within(1e-9));
    }
    entries.add(new Returned(20, "s", List.of("p")));
    assertThat(limits.spent(entries, 20).epsilon(DELTA))
        .isEqualTo(Composition.of(one.mechanism(), 4).epsilon(DELTA, Conversion.CKS).epsilon());
    assertThat(limits.spent(entries, 20).reserved()).isZero();
  }

  /// A session that reserved goes on when limits are lowered: its budget is not half spent.
  @Test
  void session_thatHasReserved_staysWithinLowerLimits() {
    List<LedgerEntry> entries = List.of(reserved("s", 3));
    PrivacyLimits lower = limits(1e6, 1, 1, 1);
    assertThat(lower.decide(entries, "s", noise(2, Unit.USER), 10))
        .isInstanceOf(LimitDecision.Within.class);
    assertThat(reserve(lower, entries, reserved("s", 3), 10))
        .isInstanceOf(LimitDecision.Within.class);
    assertThat(lower.decide(entries, "s", noise(4, Unit.USER), 10))
        .isInstanceOf(LimitDecision.SessionAbove.class);
    assertThat(limits(1, 3).decide(entries, "s", noise(2, Unit.USER), 10))
        .isInstanceOf(LimitDecision.SumAbove.class);
  }

  @Test
  void reservation_countsWhateverItsAge_untilItIsReturned() {
    PrivacyLimits limits = limits(1e6, 3, 3, 1e6);
    List<LedgerEntry> entries = new ArrayList<>(List.of(reserved("old", 3)));
    assertThat(reserve(limits, entries, reserved("new", 1), 10 * PERIOD))
        .isInstanceOf(LimitDecision.AllAbove.class);
    entries.add(new Returned(2, "old", List.of("p")));
    assertThat(reserve(limits, entries, reserved("new", 3), 10 * PERIOD))
        .isInstanceOf(LimitDecision.Within.class);
  }

  @Test
  void session_isLimited_withoutAReservationToo() {
    PrivacyLimits limits = limits(1e6, 1.5, 1e3, 1e6);
    Use.Noise one = noise(1, Unit.USER);
    List<LedgerEntry> entries = new ArrayList<>(List.of(entry(1, one)));
    assertThat(limits.decide(entries, "other", one, 2)).isInstanceOf(LimitDecision.Within.class);
    entries.add(entry(2, one));
    assertThat(limits.decide(entries, "s", one, 10 * PERIOD))
        .isInstanceOfSatisfying(
            LimitDecision.SessionAbove.class,
            above -> {
              assertThat(above.ofSession()).isGreaterThan(1.5);
              assertThat(above.inWords()).endsWith("at delta 1.0E-6, and a session may have 1.5");
            });
    assertThat(reserve(limits, List.of(), reserved("s", 1.6), 2))
        .isInstanceOf(LimitDecision.SessionAbove.class);
  }

  /// Eight a year is more than sixteen in the third year.
  @Test
  void lifetime_isLimited_whenPeriodsAreOver() {
    PrivacyLimits limits = limits(1e6, 8, 8, 16);
    List<LedgerEntry> entries = new ArrayList<>();
    int years = 0;
    for (long now = 1; years < 10; now += PERIOD + 1) {
      Reserved next = new Reserved(now, "s" + years, List.of("p"), rho(8));
      if (!(reserve(limits, entries, next, now) instanceof LimitDecision.Within)) {
        break;
      }
      entries.add(next);
      entries.add(
          new Sum(now, "s" + years, "r" + now, 0, 1, "n", "c", List.of("p"), noise(8, Unit.USER)));
      entries.add(new Returned(now, "s" + years, List.of("p")));
      years++;
    }
    assertThat(years).isEqualTo(3);
    long later = 10 * PERIOD;
    assertThat(limits.lifetimeEpsilon(entries)).isBetween(15.0, 15.5);
    assertThat(limits.spent(entries, later).epsilon(DELTA)).isZero();
    assertThat(reserve(limits, entries, reserved("s", 5), later))
        .isInstanceOfSatisfying(
            LimitDecision.LifetimeAbove.class,
            above ->
                assertThat(above.inWords())
                    .contains("of 16.0 are spent or reserved since the ledger began"));
    assertThat(limits.decide(entries, "s", noise(5, Unit.USER), later))
        .isInstanceOf(LimitDecision.LifetimeAbove.class);
    assertThat(limits.rest(entries, later).period()).isEqualTo(rho(8));
    assertThat(limits.rest(entries, later).lifetime()).isBetween(1e-6, rho(5));
  }

  @Test
  void rest_isWhatIsLeft_andNothingWhileAllIsPresumed() {
    PrivacyLimits limits = limits(1e6, 8, 8, 16);
    assertThat(limits.rest(List.of(), 1)).isEqualTo(new PrivacyLimits.Rest(rho(8), rho(16)));
    PrivacyLimits.Rest rest = limits.rest(List.of(reserved("s", 3)), 1);
    assertThat(rest.period()).isEqualTo(rho(8) - rho(3));
    assertThat(rest.lifetime()).isEqualTo(rho(16) - rho(3));
    List<LedgerEntry> presumed = List.of(new Presumed(1, "restored"));
    assertThat(limits.rest(presumed, 1).period()).isZero();
    assertThat(limits.lifetimeEpsilon(presumed)).isCloseTo(8, within(1e-6));
  }

  @Test
  void spentWith_countsThePeriodAndTheLife_withReservationsAndWhatIsAdded() {
    PrivacyLimits limits = limits(9, 9, 3, 9);
    List<LedgerEntry> entries =
        List.of(entry(1, noise(1, Unit.USER)), entry(PERIOD, noise(2, Unit.USER)));
    double old = entrySpent(entries.subList(0, 1));
    double all = entrySpent(entries);

    PrivacyLimits.Spent spent = limits.spentWith(entries, rho(1), DELTA, PERIOD + 1);

    assertThat(spent.lifetime()).isCloseTo(epsilonOfRho(all + rho(1)), within(1e-9));
    assertThat(spent.period()).isCloseTo(epsilonOfRho(all - old + rho(1)), within(1e-9));
    assertThat(limits.spentWith(List.of(reserved("s", 2)), rho(1), DELTA, PERIOD + 1))
        .satisfies(reserved ->
            assertThat(reserved.period()).isCloseTo(epsilonOfRho(rho(2) + rho(1)), within(1e-9)))
        .satisfies(reserved -> assertThat(reserved.lifetime()).isEqualTo(reserved.period()));
    assertThat(limits.spentWith(List.of(new Presumed(PERIOD, "x")), 0, DELTA, PERIOD + 1))
        .satisfies(presumed -> assertThat(presumed.period()).isCloseTo(3, within(1e-6)))
        .satisfies(presumed -> assertThat(presumed.lifetime()).isCloseTo(3, within(1e-6)));
    assertThat(limits.spentWith(List.of(), rho(1), 1e-9, 0).lifetime()).isGreaterThan(1);
  }

  private static double entrySpent(List<LedgerEntry> entries) {
    return PrivacySpent.since(entries, 0).noise().rho().orElseThrow();
  }

  private static double epsilonOfRho(double rho) {
    return PrivacySpent.epsilon(PrivacySpent.ofRho(rho), DELTA);
  }

  @Test
  void exactSums_areOutside_andWhatIsPresumedIsEverything() {
    Use.Noise one = noise(1, Unit.USER);
    List<LedgerEntry> exact = List.of(entry(1, new Use.Exact()), entry(2, new Use.Exact()));
    assertThat(LIMITS.spent(exact, 3).exactSums()).isEqualTo(2);
    assertThat(LIMITS.spent(exact, 3).epsilon(DELTA)).isZero();
    assertThat(LIMITS.decide(exact, "s", one, 3)).isInstanceOf(LimitDecision.Within.class);
    assertThat(LIMITS.spent(exact, PERIOD + 1).exactSums()).isEqualTo(1);

    List<LedgerEntry> presumed = List.of(new Presumed(1, "restored"));
    assertThat(LIMITS.decide(presumed, "s", one, PERIOD))
        .isInstanceOf(LimitDecision.AllPresumed.class);
    assertThat(limits(1, 1e6).decide(presumed, "s", one, PERIOD).inWords())
        .contains("all of 1000000.0 counts as spent");
    assertThat(LIMITS.decide(presumed, "s", one, PERIOD + 1))
        .isInstanceOf(LimitDecision.Within.class);
  }

  @Test
  void limits_inWords_nameEachLimit() {
    assertThat(limits(2, 3, 8, 16).inWords())
        .isEqualTo(
            "epsilon at delta 1.0E-6: 3.0 per session, 8.0 within 1 s, 16.0 for life, 2.0 per sum");
  }

  @Test
  void limits_areFinite() {
    assertThatThrownBy(() -> limits(Double.POSITIVE_INFINITY, 1))
        .isInstanceOf(PrivacyRefusal.EpsilonOutOfRange.class);
    assertThatThrownBy(() -> limits(1, 0)).isInstanceOf(PrivacyRefusal.EpsilonOutOfRange.class);
    PrivacyTarget one = new PrivacyTarget(1, .1);
    PrivacyTarget other = new PrivacyTarget(1, .2);
    assertThatThrownBy(() -> new PrivacyLimits(Optional.of(other), one, one, one, 1))
        .hasMessageContaining("one delta");
    assertThatThrownBy(() -> new PrivacyLimits(Optional.empty(), one, one, other, 1))
        .hasMessageContaining("one delta");
    assertThatThrownBy(() -> new PrivacyLimits(Optional.empty(), one, one, one, 0))
        .hasMessageContaining("period");
  }
}
