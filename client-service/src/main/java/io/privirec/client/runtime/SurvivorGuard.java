package io.privirec.client.runtime;

import io.privirec.federation.Algorithm;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.participant.OpenedBefore.Opening;
import io.privirec.secagg.participant.OpenedBefore.TooClose;
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

  /// Makes a state durable. One that speaks about survivors only if the guard lets it.
  void keep(RoundKey key, SessionTerms terms, ParticipantState next) throws RefusedException {
    switch (next) {
      case ParticipantState.Confirmed confirmed ->
          allow(
              store.saveSignature(
                  key,
                  next,
                  opening(confirmed.record(), confirmed.survivors()),
                  input(key, terms)));
      case ParticipantState.Answered answered ->
          allow(
              store.saveAnswer(
                  key, next, opening(answered.record(), answered.survivors()), input(key, terms)));
      default -> store.save(key, next);
    }
  }

  private static Opening opening(RoundRecord record, Collection<ParticipantId> survivors) {
    return new Opening(new TreeSet<>(survivors), record.thresholds().minSurvivors());
  }

  /// Empty when what is sent in this session says nothing about anybody's data.
  private Optional<Input> input(RoundKey key, SessionTerms terms) throws RefusedException {
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    return algorithms.contributor(key.session(), algorithm).readsData()
        ? Optional.of(new Input(terms.snapshot(), algorithm.rounds().get(key.index()).name()))
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
