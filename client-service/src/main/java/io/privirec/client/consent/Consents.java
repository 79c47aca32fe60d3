package io.privirec.client.consent;

import io.privirec.client.contribution.Snapshots;
import io.privirec.client.interactions.InteractionStore;
import io.privirec.client.participation.Algorithms;
import io.privirec.client.participation.CohortTerms;
import io.privirec.client.participation.ItemPairs;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.client.roster.Rosters;
import io.privirec.crypto.digest.Digest;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Roster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/// Gives consents. A consent reserves the budget of its session in the participant's ledger, in the
/// same transaction. A session states as of when its data is: the first consent for such a time
/// freezes the participant's data, and all others use the same, whatever session, step or catalogue
/// they are for. So every exact sum is over snapshots of one name. Neither a restart nor a lost
/// file makes a second snapshot of a name, nor does anything make two within an interval.
@Component
public final class Consents {
  private final ParticipationStore store;
  private final SnapshotStore snapshots;
  private final InteractionStore interactions;
  private final Snapshots files;
  private final Rosters rosters;
  private final SumAdmission admission;
  private final Clock clock;
  private final Duration minInterval;

  /// A file is written before its row: nobody may sweep in between.
  private final ConcurrentHashMap<ParticipantId, Object> locks = new ConcurrentHashMap<>();

  Consents(
      ParticipationStore store,
      SnapshotStore snapshots,
      InteractionStore interactions,
      Snapshots files,
      Rosters rosters,
      SumAdmission admission,
      Clock clock,
      ConsentSettings settings) {
    this.store = store;
    this.snapshots = snapshots;
    this.interactions = interactions;
    this.files = files;
    this.rosters = rosters;
    this.admission = admission;
    this.clock = clock;
    this.minInterval = settings.minInterval();
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
    try {
      synchronized (lock(asked.participant())) {
        return store.atomically(() -> {
          try {
            return consent(asked, terms, by);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Approval consent(Participation asked, SessionTerms terms, Consenter by)
      throws IOException, RefusedException {
    ParticipantId participant = asked.participant();
    snapshots.lock(participant);
    if (!store.awaitsApproval(asked.session(), participant)) {
      return new Approval.NotPending();
    }
    Algorithm algorithm = Algorithms.of(terms.parameters(), terms.items());
    if (!terms.readsData()) {
      return activate(asked, terms, by, Optional.empty(), Optional.empty());
    }
    return switch (choice(participant, terms.dataAsOf())) {
      case SnapshotChoice.Frozen(Snapshot snapshot) -> {
        requireOwnUsers(participant);
        RatingMatrix all = files.load(participant, snapshot.sha256());
        yield activate(
            asked, terms, by, Optional.of(snapshot.sha256()), pairs(algorithm, all, terms.items()));
      }
      case SnapshotChoice.Fresh() -> {
        requireOwnUsers(participant);
        RatingMatrix all = requireSome(algorithm, interactions.matrix(participant));
        Snapshot snapshot = freeze(participant, terms.dataAsOf(), all);
        snapshots.insert(snapshot);
        yield activate(
            asked, terms, by, Optional.of(snapshot.sha256()), pairs(algorithm, all, terms.items()));
      }
      case SnapshotChoice.Later(Instant from) -> new Approval.TooEarly(from);
      case SnapshotChoice.None none -> throw none.refused();
    };
  }

  private Approval activate(
      Participation asked,
      SessionTerms terms,
      Consenter by,
      Optional<Digest> snapshot,
      Optional<ItemPairs> pairs)
      throws RefusedException {
    SessionId session = asked.session();
    ParticipantId participant = asked.participant();
    admission.reserve(
        session, participant, Algorithms.of(terms.parameters(), terms.items()), terms.cohort());
    store.activate(session, participant, snapshot, pairs, by == Consenter.PERSON);
    return new Approval.Given();
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

  /// Ends a session. The ledger gets back the part of its reservation that no sum has used.
  void end(SessionId session, ParticipantId participant) {
    admission.ledgers().giveBack(participant, () -> store.close(session, participant));
  }

  /// A snapshot that was frozen once.
  Optional<Snapshot> find(ParticipantId participant, Instant dataAsOf) {
    return snapshots.find(participant, dataAsOf);
  }

  /// Returns the data that a consent would take now.
  SnapshotChoice choice(ParticipantId participant, Instant dataAsOf) {
    return SnapshotChoice.of(
        dataAsOf,
        snapshots.find(participant, dataAsOf),
        snapshots.newest(participant),
        clock.instant(),
        minInterval);
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

  /// An import may be older than the roster that names the holder. The ledger of the other
  /// participant has the sums over these users.
  private void requireOwnUsers(ParticipantId participant) throws RefusedException {
    RefusedException.require(
        rosters.usersAtOthers(participant) == 0,
        Refusal.USER_AT_OTHER_PARTICIPANT,
        "users are at another participant of the same holder, too");
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
    Optional<Snapshot> named = snapshots.find(participant, dataAsOf);
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
  public int sweep(ParticipantId participant) throws IOException {
    synchronized (lock(participant)) {
      Optional<Digest> newest = snapshots.newest(participant).map(Snapshot::sha256);
      return files.sweep(
          participant, digest -> newest.equals(Optional.of(digest)) || isUsed(participant, digest));
    }
  }

  /// Whether a session that is not over is over a snapshot of that digest.
  private boolean isUsed(ParticipantId participant, Digest digest) {
    List<Instant> names = snapshots.named(participant, digest);
    return store.openDataTimes(participant).stream().anyMatch(names::contains);
  }

  private Object lock(ParticipantId participant) {
    return locks.computeIfAbsent(participant, id -> new Object());
  }
}
