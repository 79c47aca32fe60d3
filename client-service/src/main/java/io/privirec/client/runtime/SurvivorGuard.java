package io.privirec.client.runtime;

import io.privirec.federation.Algorithm;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.participant.OpenedBefore.Opening;
import io.privirec.secagg.participant.OpenedBefore.TooClose;
import io.privirec.secagg.participant.OpenedUnseen;
import io.privirec.secagg.participant.ParticipantState;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;

/// Keeps the states of a round, and stands between a survivor set that the coordinator names and
/// whatever this participant would say about it: the same input is not opened in two sums that
/// differ by a few participants, in whichever sessions.
final class SurvivorGuard {
  private final ParticipationStore store;
  private final Algorithms algorithms;

  SurvivorGuard(ParticipationStore store, Algorithms algorithms) {
    this.store = store;
    this.algorithms = algorithms;
  }

  /// Refuses a round of another session that could be set against one that this input was masked
  /// for before, whose end is not known.
  void requireNotSetAgainst(RoundKey key, SessionTerms terms, RoundRecord record)
      throws RefusedException {
    Optional<Input> input = input(key, terms);
    // An honest coordinator opens nothing unseen.
    if (input.isEmpty() || record.threatModel() == ThreatModel.SEMI_HONEST) {
      return;
    }
    for (OpenedUnseen earlier : store.openedUnseen(key, input.get())) {
      RefusedException.require(
          earlier.allows(record),
          Refusal.DIFFERENCING,
          "this input may have been opened over a cohort of %d, and this cohort differs from it"
              .formatted(earlier.cohort().size()));
    }
  }

  /// Makes a state durable. One that speaks about survivors only if the guard lets it.
  ///
  /// @param before the state that it follows
  void keep(RoundKey key, SessionTerms terms, ParticipantState before, ParticipantState next)
      throws RefusedException {
    switch (next) {
      case ParticipantState.Confirmed confirmed -> {
        requireNoLoss(terms, confirmed.record(), confirmed.survivors());
        Opening opening = opening(confirmed.record(), confirmed.survivors());
        allow(store.saveSignature(key, before, next, opening, input(key, terms)));
      }
      case ParticipantState.Answered answered -> {
        requireNoLoss(terms, answered.record(), answered.survivors());
        Opening opening = opening(answered.record(), answered.survivors());
        allow(store.saveAnswer(key, before, next, opening, input(key, terms)));
      }
      case ParticipantState.Masking masking -> {
        Optional<Input> input = input(key, terms);
        store.saveMasking(key, before, next, OpenedUnseen.of(masking.record()), input);
      }
      default -> store.save(key, before, next);
    }
  }

  /// A strict session bears no loss after its first round: nobody opens another sum of it then.
  private static void requireNoLoss(
      SessionTerms terms, RoundRecord record, Collection<ParticipantId> survivors)
      throws RefusedException {
    boolean lost = survivors.size() < record.cohort().size();
    RefusedException.require(
        !lost || !terms.onLoss().forbidsLossIn(record.roundIndex()),
        Refusal.PARTICIPANT_LOST,
        "the session is strict, and the round has lost participants");
  }

  private static Opening opening(RoundRecord record, Collection<ParticipantId> survivors) {
    return new Opening(new TreeSet<>(survivors), record.thresholds().minSurvivors());
  }

  /// Empty when what is sent in this session says nothing about anybody's data.
  private Optional<Input> input(RoundKey key, SessionTerms terms) throws RefusedException {
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    return algorithms.contributor(key.session(), algorithm).readsData()
        ? Optional.of(
            new Input(terms.data(), terms.snapshot(), algorithm.rounds().get(key.index()).name()))
        : Optional.empty();
  }

  private static void allow(Optional<TooClose> refused) throws RefusedException {
    if (refused.isPresent()) {
      throw new RefusedException(
          Refusal.DIFFERENCING,
          "this input was opened over a survivor set that differs in %d; at least %d must differ"
              .formatted(refused.get().difference(), refused.get().required()));
    }
  }
}
