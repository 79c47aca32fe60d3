package io.privirec.client.runtime;

import io.privirec.client.interactions.InteractionStore;
import io.privirec.client.roster.Rosters;
import io.privirec.client.runtime.ConsentStore.Frozen;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Roster;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Gives consents. The first one of an interval freezes the participant's data; all others until
/// its end use the same, whatever session, step or catalogue they are for: two sums of one time are
/// over the same rows. Neither a restart nor a lost file makes a second snapshot within an
/// interval.
final class Consents {
  private final ConsentStore store;
  private final InteractionStore interactions;
  private final Snapshots files;
  private final Rosters rosters;
  private final Clock clock;
  private final Duration minInterval;

  /// A file is written before its row: nobody may sweep in between.
  private final ConcurrentHashMap<ParticipantId, Object> locks = new ConcurrentHashMap<>();

  Consents(
      ConsentStore store,
      InteractionStore interactions,
      Snapshots files,
      Rosters rosters,
      Clock clock,
      Duration minInterval) {
    this.store = store;
    this.interactions = interactions;
    this.files = files;
    this.rosters = rosters;
    this.clock = clock;
    this.minInterval = minInterval;
  }

  /// Consents to a session that awaits it.
  ///
  /// @return whether it was awaiting
  /// @throws RefusedException if it cannot be consented to: what was shown does not hold any more,
  ///   or the frozen data is lost
  boolean give(Participation asked, SessionTerms terms) throws IOException, RefusedException {
    requireRoster(terms);
    ParticipantId participant = asked.participant();
    synchronized (lock(participant)) {
      return store.consent(
          asked.session(), participant, newest -> freeze(participant, terms, newest));
    }
  }

  /// Ends a participation that awaits consent and cannot have it.
  void refuse(Participation asked, Refusal reason) {
    store.refuse(asked.session(), asked.participant(), reason);
  }

  /// A snapshot that was frozen once.
  Optional<Snapshot> find(ParticipantId participant, Digest sha256) {
    return store.find(participant, sha256);
  }

  /// Whoever consents has seen cells of one roster; under another one they mean something else.
  private void requireRoster(SessionTerms terms) throws RefusedException {
    if (terms.cohort() instanceof CohortTerms.Closed closed) {
      RefusedException.require(
          rosters.roster().map(Roster::reference).equals(Optional.of(closed.roster())),
          Refusal.ROSTER_SUPERSEDED,
          "the cells are those of roster version %d, which is not in force any more"
              .formatted(closed.roster().version()));
    }
  }

  private Frozen freeze(ParticipantId participant, SessionTerms terms, Optional<Snapshot> newest)
      throws IOException, RefusedException {
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    if (!algorithm.contributor().readsData()) {
      return new Frozen(Optional.empty(), Optional.empty());
    }
    Optional<Snapshot> current = newest.filter(this::isCurrent);
    InteractionMatrix all =
        current.isPresent()
            ? files.load(participant, current.get().sha256())
            : interactions.matrix(participant);
    InteractionMatrix data = requireSome(all).firstItems(terms.items());
    Snapshot snapshot = current.isPresent() ? current.get() : freeze(participant, all);
    return new Frozen(Optional.of(snapshot), pairs(algorithm, data));
  }

  private Snapshot freeze(ParticipantId participant, InteractionMatrix all) throws IOException {
    Digest digest = files.freeze(participant, all);
    Instant now = clock.instant();
    return new Snapshot(participant, digest, now, all.users(), all.interactions());
  }

  private boolean isCurrent(Snapshot snapshot) {
    return snapshot.isCurrent(clock.instant(), minInterval);
  }

  /// The snapshot that a consent would use now; empty if it would freeze one.
  Optional<Snapshot> current(ParticipantId participant) {
    return store.newest(participant).filter(this::isCurrent);
  }

  /// Pairs of items that a session would open of the data that a consent would use now.
  ///
  /// @throws RefusedException if there is nothing to contribute
  Optional<ItemPairs> pairs(ParticipantId participant, Algorithm algorithm, int items)
      throws IOException, RefusedException {
    if (!algorithm.contributor().readsData()) {
      return Optional.empty();
    }
    Optional<Snapshot> current = current(participant);
    InteractionMatrix all =
        current.isPresent()
            ? files.load(participant, current.get().sha256())
            : interactions.matrix(participant);
    return pairs(algorithm, requireSome(all).firstItems(items));
  }

  private static Optional<ItemPairs> pairs(Algorithm algorithm, InteractionMatrix data) {
    return algorithm.opensItemPairs() ? Optional.of(ItemPairs.of(data)) : Optional.empty();
  }

  private static InteractionMatrix requireSome(InteractionMatrix data) throws RefusedException {
    RefusedException.require(
        data.interactions() > 0, Refusal.NO_INTERACTIONS, "the participant has no interactions");
    return data;
  }

  /// Deletes the files of a participant that neither an open session nor a running interval needs.
  ///
  /// @return how many
  int sweep(ParticipantId participant) throws IOException {
    synchronized (lock(participant)) {
      Optional<Digest> current = current(participant).map(Snapshot::sha256);
      return files.sweep(
          participant,
          digest -> current.equals(Optional.of(digest)) || store.isUsed(participant, digest));
    }
  }

  private Object lock(ParticipantId participant) {
    return locks.computeIfAbsent(participant, id -> new Object());
  }
}
