package io.privirec.privacy.ledger;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Presumed;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.List;
import java.util.Optional;

/// How much may be spent of the data of a user: ε of a single sum, of all sums of a session, of all
/// sums within a period, and of all sums ever, at one δ. Budgets add in ρ of zero-concentrated
/// privacy; ε follows from the total.
///
/// @param sum most ε of one sum; empty if only the others limit it
/// @param session most ε of all sums of one session, with its reservation
/// @param period most ε of all sums of a period
/// @param lifetime most ε of all sums since the ledger began
/// @param periodMillis how long a sum counts in the period, positive
public record PrivacyLimits(
    Optional<PrivacyTarget> sum,
    PrivacyTarget session,
    PrivacyTarget period,
    PrivacyTarget lifetime,
    long periodMillis) {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long MILLIS_PER_DAY = 86_400_000;

  private static final double ROUNDING = 1e-9;

  public PrivacyLimits {
    double delta = period.delta();
    if (session.delta() != delta
        || lifetime.delta() != delta
        || sum.filter(target -> target.delta() != delta).isPresent()) {
      throw new IllegalArgumentException(
          "limits need one delta. Provided values: %s, %s, %s"
              .formatted(session.delta(), delta, lifetime.delta()));
    }
    if (periodMillis < 1) {
      throw new IllegalArgumentException(
          "period must be positive. Provided value: " + periodMillis);
    }
  }

  public double delta() {
    return period.delta();
  }

  /// Returns the limits in a sentence without a full stop.
  public String inWords() {
    return "epsilon at delta %s: %s per session, %s within %s, %s for life%s"
        .formatted(
            delta(),
            session.epsilon(),
            period.epsilon(),
            periodInWords(),
            lifetime.epsilon(),
            sum.map(one -> ", %s per sum".formatted(one.epsilon())).orElse(""));
  }

  private String periodInWords() {
    return periodMillis % MILLIS_PER_DAY == 0
        ? "%s days".formatted(periodMillis / MILLIS_PER_DAY)
        : "%s s".formatted(periodMillis / MILLIS_PER_SECOND);
  }

  /// What counts at some time.
  public PrivacySpent spent(List<LedgerEntry> entries, long now) {
    return PrivacySpent.since(entries, now - periodMillis);
  }

  /// ε of all sums since the ledger began, and of open reservations. Sums that nobody remembers
  /// count as one period's limit.
  public double lifetimeEpsilon(List<LedgerEntry> entries) {
    return epsilon(ever(entries));
  }

  private Composition ever(List<LedgerEntry> entries) {
    return PrivacySpent.since(entries, Long.MIN_VALUE)
        .all()
        .plus(PrivacySpent.ofRho(presumedRho(entries)));
  }

  /// Returns the ρ that an account has left: in the period, and for life.
  ///
  /// @return from 0 on
  public Rest rest(List<LedgerEntry> entries, long now) {
    PrivacySpent spent = spent(entries, now);
    return new Rest(
        spent.isPresumed() ? 0 : left(period, spent.all()), left(lifetime, ever(entries)));
  }

  /// ρ that an account has left.
  ///
  /// @param period of all sums within the period
  /// @param lifetime of all sums ever
  public record Rest(double period, double lifetime) {}

  /// Returns ε of an account once it has spent more. Sums that nobody remembers count as one
  /// period's limit.
  ///
  /// @param more ρ on top of all sums and open reservations
  /// @param delta δ of each ε
  public Spent spentWith(List<LedgerEntry> entries, double more, double delta, long now) {
    Composition added = PrivacySpent.ofRho(more);
    PrivacySpent spent = spent(entries, now);
    Composition inPeriod =
        spent.all().plus(PrivacySpent.ofRho(spent.isPresumed() ? rho(period) : 0));
    return new Spent(
        PrivacySpent.epsilon(inPeriod.plus(added), delta),
        PrivacySpent.epsilon(ever(entries).plus(added), delta));
  }

  /// ε that an account has spent.
  ///
  /// @param period of all sums within the period
  /// @param lifetime of all sums ever
  public record Spent(double period, double lifetime) {}

  private static double left(PrivacyTarget target, Composition spent) {
    return Math.max(0, rho(target) - spent.rho().orElse(Double.POSITIVE_INFINITY));
  }

  private static double rho(PrivacyTarget target) {
    return Conversion.CKS.rho(target);
  }

  /// Decides whether a session may reserve its budget. A session that has an open reservation is
  /// within.
  ///
  /// @param entries that may count, in the order of the ledger
  /// @param unit that the sums' sensitivities are about
  /// @param largest ρ of the session's largest sum
  /// @param now in milliseconds since 1970
  public LimitDecision reserve(
      List<LedgerEntry> entries, Reserved next, Unit unit, double largest, long now) {
    Reservations open = Reservations.of(entries);
    double asked = open.isOpen(next.session()) ? 0 : next.rho();
    return decide(
        entries,
        new Asked(
            next.session(),
            unit,
            PrivacySpent.ofRho(largest),
            PrivacySpent.ofRho(next.rho()),
            PrivacySpent.ofRho(asked),
            0,
            open.isOpen(next.session())),
        now);
  }

  /// Decides whether a sum may be opened. As far as its session's reservation goes, the sum draws
  /// from it. What the sum adds is counted by its mechanism, and by nobody's word.
  ///
  /// @param entries that may count, without the one in question, in the order of the ledger
  /// @param now in milliseconds since 1970
  public LimitDecision decide(List<LedgerEntry> entries, String session, Use.Noise next, long now) {
    Composition alone = Composition.of(next.mechanism(), 1);
    Reservations open = Reservations.of(entries);
    return decide(
        entries,
        new Asked(
            session,
            next.unit(),
            alone,
            alone,
            alone,
            open.leftOf(session),
            open.cover(session, next)),
        now);
  }

  /// What is asked for.
  ///
  /// @param sum the largest single sum
  /// @param all of it together
  /// @param more that is not in the ledger yet
  /// @param drawn ρ of the session's reservation that it draws from
  /// @param isReserved whether a reservation covers it
  private record Asked(
      String session,
      Unit unit,
      Composition sum,
      Composition all,
      Composition more,
      double drawn,
      boolean isReserved) {}

  private LimitDecision decide(List<LedgerEntry> entries, Asked asked, long now) {
    if (asked.unit() != Unit.USER && asked.unit() != Unit.PARTICIPANT) {
      return new LimitDecision.UnitTooSmall(asked.unit());
    }
    if (sum.isPresent() && !isMet(sum.get(), asked.sum())) {
      return new LimitDecision.SumAbove(epsilon(asked.sum()), sum.get());
    }
    double of = epsilon(asked.all());
    PrivacySpent spent = spent(entries, now);
    if (spent.isPresumed()) {
      return new LimitDecision.AllPresumed(of, period);
    }
    double before = spent.epsilon(delta());
    if (asked.isReserved()) {
      return new LimitDecision.Within(of, before, before, period);
    }
    Composition ofSession = ofSession(entries, asked.session()).plus(asked.more());
    if (!isMet(session, ofSession)) {
      return new LimitDecision.SessionAbove(of, epsilon(ofSession), session);
    }
    Composition inPeriod = with(spent, asked);
    if (!isMet(period, inPeriod)) {
      return new LimitDecision.AllAbove(of, before, epsilon(inPeriod), period);
    }
    Composition forLife =
        with(PrivacySpent.since(entries, Long.MIN_VALUE), asked)
            .plus(PrivacySpent.ofRho(presumedRho(entries)));
    return isMet(lifetime, forLife)
        ? new LimitDecision.Within(of, before, epsilon(inPeriod), period)
        : new LimitDecision.LifetimeAbove(of, lifetimeEpsilon(entries), epsilon(forLife), lifetime);
  }

  private double presumedRho(List<LedgerEntry> entries) {
    return entries.stream().filter(Presumed.class::isInstance).count() * rho(period);
  }

  /// What is spent with what is asked for, which uses up the rest of its session's reservation.
  private static Composition with(PrivacySpent spent, Asked asked) {
    return spent
        .noise()
        .plus(PrivacySpent.ofRho(Math.max(0, spent.reserved() - asked.drawn())))
        .plus(asked.more());
  }

  /// The sums of one session.
  private static Composition ofSession(List<LedgerEntry> entries, String session) {
    return PrivacySpent.since(
            entries.stream()
                .filter(entry -> entry instanceof Sum sum && sum.session().equals(session))
                .toList(),
            Long.MIN_VALUE)
        .noise();
  }

  /// Parts of a budget add up to the budget but for their last digit.
  private boolean isMet(PrivacyTarget target, Composition composition) {
    return epsilon(composition) <= target.epsilon() * (1 + ROUNDING);
  }

  private double epsilon(Composition composition) {
    return PrivacySpent.epsilon(composition, delta());
  }
}
