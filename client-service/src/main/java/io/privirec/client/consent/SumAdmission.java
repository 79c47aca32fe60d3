package io.privirec.client.consent;

import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.SessionBudget;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.SessionId;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.DistinctSums;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.PrivacyTerms;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumUses;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Survivors;
import io.privirec.privacy.ledger.LedgerEntry.Survivors.Step;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LimitDecision;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.roster.Colluders;
import io.privirec.secagg.roster.Roster;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Asks a participant's ledger before its data comes into a sum: when it gets to know a session,
/// when it consents, when it joins a round, and for good when it masks. Sums that read no data are
/// nothing to the ledger.
///
/// @param roster the roster in force, which names holders
public record SumAdmission(
    PrivacyLedgers ledgers, SumUses uses, Supplier<Optional<Roster>> roster) {
  /// Refuses a session whose sums together would be above a limit, or whose δ is.
  ///
  /// @param cohort over whom its sums are opened
  void requireSession(
      SessionId session, ParticipantId participant, Algorithm algorithm, CohortTerms cohort)
      throws RefusedException {
    if (!algorithm.disclosure().readsData()) {
      return;
    }
    Optional<SessionBudget> budget = budget(session, algorithm, cohort);
    if (algorithm.disclosure() instanceof Disclosure.NoisySums(PrivacyTerms terms)) {
      ask(() -> ledgers.requireDelta(terms.target().delta()));
    }
    ask(() ->
        budget.ifPresentOrElse(
            asked -> ledgers.requireRoom(participant, asked),
            () -> ledgers.requireUnlocked(participant)));
  }

  /// Reserves the budget of a session in the transaction that gives consent. Sums without noise
  /// reserve nothing.
  void reserve(
      SessionId session, ParticipantId participant, Algorithm algorithm, CohortTerms cohort)
      throws RefusedException {
    Optional<SessionBudget> budget = budget(session, algorithm, cohort);
    ask(() -> budget.ifPresent(asked -> ledgers.reserve(participant, asked)));
  }

  /// The mechanism of a round is known with its record, and is not more than its part of the
  /// budget.
  private static Optional<SessionBudget> budget(
      SessionId session, Algorithm algorithm, CohortTerms cohort) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums(PrivacyTerms terms)
        ? Optional.of(
            new SessionBudget(
                session.value(),
                terms.unit(),
                cohort.sums().rho(algorithm),
                DistinctSums.largestRho(algorithm)))
        : Optional.empty();
  }

  /// Refuses a round whose sum would be above a limit, by the noise that follows from its record.
  /// An attempt whose noise is in the ledger already adds nothing.
  ///
  /// @param seed of the round's noise
  public void requireRound(
      RoundKey key, RoundRecord record, Algorithm algorithm, Optional<NoiseSeed> seed)
      throws RefusedException {
    Optional<Sum> sum = sum(key, record, algorithm, seed);
    if (sum.isEmpty()) {
      return;
    }
    ParticipantId participant = key.participant();
    ask(() -> {
      if (sum.get().use() instanceof Use.Noise noise
          && !ledgers.isEntered(participant, sum.get())) {
        ledgers.requireWithin(participant, record.sessionId(), noise, colluders(record));
      } else {
        ledgers.requireUnlocked(participant);
      }
    });
  }

  private int colluders(RoundRecord record) {
    return Colluders.of(record.cohort().stream().map(CohortMember::id).toList(), roster.get());
  }

  /// Refuses to go on with rounds over data while the participant is locked.
  public void requireUnlocked(ParticipantId participant, Algorithm algorithm)
      throws RefusedException {
    if (algorithm.disclosure().readsData()) {
      ask(() -> ledgers.requireUnlocked(participant));
    }
  }

  /// Returns the entry for an attempt that masks. The result is empty if the round reads no data.
  ///
  /// @param seed of the attempt
  public Optional<Sum> sum(
      RoundKey key, RoundRecord record, Algorithm algorithm, Optional<NoiseSeed> seed)
      throws RefusedException {
    if (!algorithm.disclosure().readsData()) {
      return Optional.empty();
    }
    Use use = use(record, algorithm);
    return Optional.of(
        new Sum(
            0,
            key.session().value(),
            key.round().hex(),
            key.index(),
            key.attempt(),
            algorithm.specs().get(record.roundIndex()).name(),
            record.catalogue().hex(),
            List.of(key.participant().value()),
            use instanceof Use.Noise noise && seed.isPresent()
                ? noise.ofSeed(seed.get().commitment().hex())
                : use));
  }

  private Use use(RoundRecord record, Algorithm algorithm) throws RefusedException {
    RoundSpec round = algorithm.specs().get(record.roundIndex());
    return granted(() -> uses.of(algorithm, round, record.kind(), record.cohort()));
  }

  /// Returns the noise of a round's sum by the round's record; empty if the sum is exact.
  ///
  /// @throws RefusedException if no noise is enough, or if the round withstands fewer colluders
  ///   than the noise allows for
  public Optional<DistributedDiscreteGaussian> mechanism(RoundRecord record, RoundSpec round)
      throws RefusedException {
    return granted(() -> uses.mechanism(round, record.kind(), record.cohort().size()));
  }

  private static <T> T granted(Supplier<T> noise) throws RefusedException {
    try {
      return noise.get();
    } catch (PrivacyRefusal.ColludersNotWithstood refused) {
      throw new RefusedException(
          Refusal.COLLUDERS_TOO_FEW, String.valueOf(refused.getMessage()), refused);
    } catch (PrivacyRefusal refused) {
      throw new RefusedException(
          Refusal.NOISE_IMPOSSIBLE, String.valueOf(refused.getMessage()), refused);
    }
  }

  /// Returns the survivors of the session's attempts in the participant's ledger.
  public List<Survivors> agreed(SessionId session, ParticipantId participant)
      throws RefusedException {
    try {
      return ledgers.agreed(participant, session.value());
    } catch (SumRefusal refusal) {
      throw refused(refusal);
    }
  }

  /// Returns the entry for the survivors that a state agrees on. The result is empty if the state
  /// agrees on none, or if the round reads no data.
  public Optional<Survivors> survivors(RoundKey key, ParticipantState state, Algorithm algorithm) {
    return state
        .agreedSurvivors()
        .filter(_ -> algorithm.disclosure().readsData())
        .map(digest ->
            new Survivors(
                0,
                state instanceof ParticipantState.Answered ? Step.ANSWERED : Step.SIGNED,
                key.session().value(),
                key.round().hex(),
                List.of(key.participant().value()),
                digest.hex()));
  }

  private static void ask(Runnable question) throws RefusedException {
    try {
      question.run();
    } catch (SumRefusal refusal) {
      throw refused(refusal);
    }
  }

  /// Returns the refusal of a session or round for a refusal of the ledger.
  public static RefusedException refused(SumRefusal refusal) {
    Refusal reason =
        switch (refusal) {
          case SumRefusal.Locked _ -> Refusal.LEDGER_LOCKED;
          case SumRefusal.TooFewColluders _ -> Refusal.COLLUDERS_TOO_FEW;
          case SumRefusal.DeltaAbove _ -> Refusal.DELTA_EXCEEDED;
          case SumRefusal.OtherUse _ -> Refusal.NOISE_SEED_CHANGED;
          case SumRefusal.OtherSurvivors _ -> Refusal.SURVIVORS_CHANGED;
          case SumRefusal.AboveLimit above ->
              switch (above.decision()) {
                case LimitDecision.SumAbove _ -> Refusal.SUM_EPSILON_EXCEEDED;
                case LimitDecision.SessionAbove _ -> Refusal.SESSION_EPSILON_EXCEEDED;
                case LimitDecision.LifetimeAbove _ -> Refusal.LIFETIME_EPSILON_EXCEEDED;
                case LimitDecision.AllAbove _, LimitDecision.AllPresumed _ ->
                    Refusal.PERIOD_EPSILON_EXCEEDED;
                case LimitDecision.UnitTooSmall _ -> Refusal.UNIT_NOT_PROTECTED;
              };
        };
    return new RefusedException(reason, String.valueOf(refusal.getMessage()), refusal);
  }
}
