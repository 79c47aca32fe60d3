package io.privirec.client.runtime;

import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.PrivacyTerms;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.ZeroConcentrated;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LimitDecision;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import java.util.List;
import java.util.Optional;

/// Asks a participant's ledger before its data comes into a sum: when it gets to know a session,
/// when it consents, when it joins a round, and for good when it masks. Sums that read no data are
/// nothing to the ledger.
record SumAdmission(PrivacyLedgers ledgers) {
  /// Refuses a session whose sums together would be above a limit.
  void requireSession(ParticipantId participant, Algorithm algorithm) throws RefusedException {
    if (!algorithm.disclosure().readsData()) {
      return;
    }
    // What a round comes to is known with its record, and is not more than its part of the budget.
    List<ZeroConcentrated> promised =
        algorithm.rounds().stream()
            .flatMap(round -> round.noise().stream())
            .map(noise -> new ZeroConcentrated(noise.rho()))
            .toList();
    ask(() -> {
      if (algorithm.disclosure() instanceof Disclosure.NoisySums(PrivacyTerms terms)) {
        ledgers.requireWithin(participant, terms.unit(), promised);
      } else {
        ledgers.requireUnlocked(participant);
      }
    });
  }

  /// Refuses a round whose sum would be above a limit, by the noise that follows from its record.
  /// An attempt whose noise is in the ledger already adds nothing.
  ///
  /// @param seed of the round's noise
  void requireRound(RoundKey key, RoundRecord record, Algorithm algorithm, Optional<NoiseSeed> seed)
      throws RefusedException {
    Optional<Sum> sum = sum(key, record, algorithm, seed);
    if (sum.isEmpty()) {
      return;
    }
    ParticipantId participant = key.participant();
    Optional<Use.Noise> noise = noise(record, algorithm, seed);
    ask(() -> {
      if (noise.isPresent() && !ledgers.isEntered(participant, sum.get())) {
        ledgers.requireWithin(participant, noise.get().unit(), List.of(noise.get().mechanism()));
      } else {
        ledgers.requireUnlocked(participant);
      }
    });
  }

  /// Refuses to go on with rounds over data while the participant is locked.
  void requireUnlocked(ParticipantId participant, Algorithm algorithm) throws RefusedException {
    if (algorithm.disclosure().readsData()) {
      ask(() -> ledgers.requireUnlocked(participant));
    }
  }

  /// What is entered for an attempt before it masks; empty where nothing is.
  ///
  /// @param seed of the attempt
  Optional<Sum> sum(RoundKey key, RoundRecord record, Algorithm algorithm, Optional<NoiseSeed> seed)
      throws RefusedException {
    if (!algorithm.disclosure().readsData()) {
      return Optional.empty();
    }
    Optional<Use.Noise> noise = noise(record, algorithm, seed);
    return Optional.of(
        new Sum(
            0,
            key.session().value(),
            key.round().hex(),
            key.index(),
            key.attempt(),
            round(record, algorithm).name(),
            record.catalogue().hex(),
            List.of(key.participant().value()),
            noise.isPresent() ? noise.get() : new Use.Exact()));
  }

  private static Optional<Use.Noise> noise(
      RoundRecord record, Algorithm algorithm, Optional<NoiseSeed> seed) throws RefusedException {
    Optional<DistributedDiscreteGaussian> mechanism =
        RoundTermsCheck.mechanism(record, round(record, algorithm));
    return mechanism.isPresent()
            && algorithm.disclosure() instanceof Disclosure.NoisySums(PrivacyTerms terms)
        ? Optional.of(
            new Use.Noise(
                mechanism.get(),
                terms.unit(),
                terms.adjacency(),
                seed.map(drawn -> drawn.commitment().hex())))
        : Optional.empty();
  }

  private static RoundSpec round(RoundRecord record, Algorithm algorithm) {
    return algorithm.rounds().get(record.roundIndex());
  }

  private static void ask(Runnable question) throws RefusedException {
    try {
      question.run();
    } catch (SumRefusal refusal) {
      throw refused(refusal);
    }
  }

  /// A refusal of the ledger as one of a session or round.
  static RefusedException refused(SumRefusal refusal) {
    Refusal reason =
        switch (refusal) {
          case SumRefusal.Locked _ -> Refusal.LEDGER_LOCKED;
          case SumRefusal.TooFewColluders _ -> Refusal.COLLUDERS_TOO_FEW;
          case SumRefusal.OtherUse _ -> Refusal.NOISE_SEED_CHANGED;
          case SumRefusal.AboveLimit above ->
              switch (above.decision()) {
                case LimitDecision.SumAbove _ -> Refusal.SUM_EPSILON_EXCEEDED;
                case LimitDecision.AllAbove _, LimitDecision.AllPresumed _ ->
                    Refusal.PERIOD_EPSILON_EXCEEDED;
                case LimitDecision.UnitTooSmall _ -> Refusal.UNIT_NOT_PROTECTED;
              };
        };
    return new RefusedException(reason, String.valueOf(refusal.getMessage()), refusal);
  }
}
