package io.privirec.client.runtime;

import io.privirec.client.interactions.InteractionStore;
import io.privirec.client.roster.Rosters;
import io.privirec.client.runtime.ConsentStore.Decision;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Roster;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Gives consents. A consent reserves the budget of its session in the participant's ledger, in the
/// same transaction. A session states as of when its data is: the first consent for such a time
/// freezes the participant's data, and all others use the same, whatever session, step or catalogue
/// they are for. So every exact sum is over snapshots of one name. Neither a restart nor a lost
/// file makes a second snapshot of a name, nor does anything make two within an interval.
final class Consents {
  private final ConsentStore store;
  private final InteractionStore interactions;
  private final Snapshots files;
  private final Rosters rosters;
  private final SumAdmission admission;
  private final Clock clock;
  private final Duration minInterval;

  /// A file is written before its row: nobody may sweep in between.
  private final ConcurrentHashMap<ParticipantId, Object> locks = new ConcurrentHashMap<>();

  Consents(
      ConsentStore store,
      InteractionStore interactions,
      Snapshots files,
      Rosters rosters,
      SumAdmission admission,
      Clock clock,
      Duration minInterval) {
    this.store = store;
    this.interactions = interactions;
    this.files = files;
    this.rosters = rosters;
    this.admission = admission;
    this.clock = clock;
    this.minInterval = minInterval;
  }

  /// Consents to a session that awaits it.
  ///
  /// @param by who consents
  /// @return that it was given, that it was not awaited, or that it is too early
  /// @throws RefusedException if it cannot be consented to: what was shown does not hold any more,
  ///   or the data of that time cannot be had
  Approval give(Participation asked, SessionTerms terms, Consenter by)
      throws IOException, RefusedException {
    requireRoster(terms);
    ParticipantId participant = asked.participant();
    synchronized (lock(participant)) {
      return store
          .consent(
              asked.session(),
              participant,
              terms.dataAsOf(),
              by,
              (named, newest) -> {
                Decision decision = decide(participant, terms, named, newest);
                if (decision instanceof Decision.Consent) {
                  reserve(asked.session(), participant, terms);
                }
                return decision;
              })
          .map(Consents::approval)
          .orElseGet(Approval.NotPending::new);
    }
  }

  private void reserve(SessionId session, ParticipantId participant, SessionTerms terms)
      throws RefusedException {
    admission.reserve(
        session, participant, Algorithms.of(terms.parameters(), terms.items()), terms.cohort());
  }

  private static Approval approval(Decision decision) {
    return switch (decision) {
      case Decision.Consent _ -> new Approval.Given();
      case Decision.NotYet(Instant from) -> new Approval.TooEarly(from);
    };
  }

  /// Asks about a session that was consented to without a person.
  void askAgain(Participation asked) {
    store.askAgain(asked.session(), asked.participant());
  }

  /// Ends a participation that cannot have consent.
  void refuse(Participation asked, Refusal reason) {
    store.refuse(asked.session(), asked.participant(), reason);
  }

  /// Ends a participation for the holder, unless it has joined a round meanwhile.
  boolean reject(Participation asked) {
    return store.reject(asked.session(), asked.participant(), Refusal.REJECTED_BY_HOLDER);
  }

  /// A snapshot that was frozen once.
  Optional<Snapshot> find(ParticipantId participant, Instant dataAsOf) {
    return store.find(participant, dataAsOf);
  }

  /// Returns the data that a consent would take now.
  SnapshotChoice choice(ParticipantId participant, Instant dataAsOf) {
    return choice(dataAsOf, store.find(participant, dataAsOf), store.newest(participant));
  }

  private SnapshotChoice choice(
      Instant dataAsOf, Optional<Snapshot> named, Optional<Snapshot> newest) {
    return SnapshotChoice.of(dataAsOf, named, newest, clock.instant(), minInterval);
  }

  /// A person who consents has seen the cells of the session's roster. Cells of other rosters
  /// differ.
  private void requireRoster(SessionTerms terms) throws RefusedException {
    if (terms.cohort() instanceof CohortTerms.Closed closed) {
      RefusedException.require(
          rosters.roster().map(Roster::reference).equals(Optional.of(closed.roster())),
          Refusal.ROSTER_SUPERSEDED,
          "the cells are those of roster version %s, which is not in force any more"
              .formatted(closed.roster().version()));
    }
  }

  private Decision decide(
      ParticipantId participant,
      SessionTerms terms,
      Optional<Snapshot> named,
      Optional<Snapshot> newest)
      throws IOException, RefusedException {
    if (!terms.readsData()) {
      return new Decision.Consent(Optional.empty(), Optional.empty());
    }
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    return switch (choice(terms.dataAsOf(), named, newest)) {
      case SnapshotChoice.Frozen(Snapshot snapshot) -> {
        requireOwnUsers(participant);
        yield consent(terms, algorithm, snapshot, files.load(participant, snapshot.sha256()));
      }
      case SnapshotChoice.Fresh() -> {
        requireOwnUsers(participant);
        RatingMatrix all = requireSome(algorithm, interactions.matrix(participant));
        yield consent(terms, algorithm, freeze(participant, terms.dataAsOf(), all), all);
      }
      case SnapshotChoice.Later(Instant from) -> new Decision.NotYet(from);
      case SnapshotChoice.None none -> throw none.refused();
    };
  }

  /// An import may be older than the roster that names the holder. The ledger of the other
  /// participant has the sums over these users.
  private void requireOwnUsers(ParticipantId participant) throws RefusedException {
    RefusedException.require(
        rosters.usersAtOthers(participant) == 0,
        Refusal.USER_AT_OTHER_PARTICIPANT,
        "users are at another participant of the same holder, too");
  }

  private static Decision.Consent consent(
      SessionTerms terms, Algorithm algorithm, Snapshot snapshot, RatingMatrix all) {
    return new Decision.Consent(Optional.of(snapshot), pairs(algorithm, all, terms.items()));
  }

  private Snapshot freeze(ParticipantId participant, Instant dataAsOf, RatingMatrix all)
      throws IOException {
    Digest digest = files.freeze(participant, all);
    InteractionMatrix data = all.pattern();
    return new Snapshot(
        participant, dataAsOf, digest, clock.instant(), data.users(), data.interactions());
  }

  /// Counts the pairs of items that a session would open, for a person who is asked: of the
  /// snapshot of its name, or of the present data. The loops of participants never call it.
  ///
  /// @return empty if the session opens none, or the data cannot be read
  Optional<ItemPairs> pairs(ParticipantId participant, SessionTerms terms) {
    Algorithm algorithm = terms.settled();
    if (!algorithm.disclosure().opensItemPairs()) {
      return Optional.empty();
    }
    try {
      return pairs(algorithm, data(participant, terms.dataAsOf()), terms.items());
    } catch (IOException | RefusedException _) {
      return Optional.empty();
    }
  }

  /// Returns the data that a session is over, or would be over with a consent now: the snapshot of
  /// its name, or the present data.
  ///
  /// @throws RefusedException if the snapshot is lost or was changed
  RatingMatrix data(ParticipantId participant, Instant dataAsOf)
      throws IOException, RefusedException {
    return data(participant, store.find(participant, dataAsOf));
  }

  private RatingMatrix data(ParticipantId participant, Optional<Snapshot> named)
      throws IOException, RefusedException {
    return named.isPresent()
        ? files.load(participant, named.get().sha256())
        : interactions.matrix(participant);
  }

  private static Optional<ItemPairs> pairs(Algorithm algorithm, RatingMatrix all, int items) {
    return algorithm.disclosure().opensItemPairs()
        ? Optional.of(ItemPairs.of(all.pattern().firstItems(items)))
        : Optional.empty();
  }

  /// To a sum with noise whoever has nothing contributes noise alone: that a participant has no
  /// user must not show.
  private static RatingMatrix requireSome(Algorithm algorithm, RatingMatrix data)
      throws RefusedException {
    RefusedException.require(
        algorithm.disclosure() instanceof Disclosure.NoisySums || data.pattern().interactions() > 0,
        Refusal.NO_INTERACTIONS,
        "the participant has no interactions");
    return data;
  }

  /// Deletes the files of a participant that no open session is over, but for the newest, which new
  /// sessions are over.
  ///
  /// @return how many
  int sweep(ParticipantId participant) throws IOException {
    synchronized (lock(participant)) {
      Optional<Digest> newest = store.newest(participant).map(Snapshot::sha256);
      return files.sweep(
          participant,
          digest -> newest.equals(Optional.of(digest)) || store.isUsed(participant, digest));
    }
  }

  private Object lock(ParticipantId participant) {
    return locks.computeIfAbsent(participant, id -> new Object());
  }
}
