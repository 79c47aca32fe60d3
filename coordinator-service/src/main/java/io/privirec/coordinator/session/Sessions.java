package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionDraft;
import io.privirec.coordinator.draft.SessionDrafts;
import io.privirec.coordinator.session.SessionRefusal.Reason;
import io.privirec.edge.log.LogField;
import io.privirec.round.ChangeSignal;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sessions as the operator and the participants see them.
public final class Sessions {
  private static final Logger log = LoggerFactory.getLogger(Sessions.class);
  private static final int ID_BYTES = 12;
  private static final int LISTED = 100;

  private final SessionStore store;
  private final SessionDrafts drafts;
  private final SessionViews views;
  private final Bisection bisection;
  private final SnapshotInterval interval;
  private final EarlyEnd end;
  private final ChangeSignal signal;
  private final Clock clock;
  private final SecureRandom random;

  Sessions(
      SessionStore store,
      SessionDrafts drafts,
      SessionViews views,
      Bisection bisection,
      SnapshotInterval interval,
      EarlyEnd end,
      ChangeSignal signal,
      Clock clock,
      SecureRandom random) {
    this.store = store;
    this.drafts = drafts;
    this.views = views;
    this.bisection = bisection;
    this.interval = interval;
    this.end = end;
    this.signal = signal;
    this.clock = clock;
    this.random = random;
  }

  /// Starts a session.
  public SessionView create(SessionRequest request) {
    SessionDraft draft = drafts.of(request);
    AggregationSession session =
        draft.algorithm().disclosure().readsData() ? create(draft) : createWithoutData(draft);
    tellStart(session);
    signal.raise();
    return views.of(session);
  }

  private static void tellStart(AggregationSession session) {
    log.atInfo()
        .addKeyValue(LogField.ACTION, "session-started")
        .addKeyValue(LogField.SESSION, session.id())
        .addKeyValue(LogField.ALGORITHM, session.algorithm())
        .addKeyValue(LogField.PARTICIPANTS, session.cohort().size())
        .log(
            "Session {} is started: {}, with {} participants",
            session.id(),
            session.algorithm(),
            session.cohort().size());
  }

  private AggregationSession create(SessionDraft draft) {
    return store.create(
        SnapshotInterval.latest(clock.instant()),
        newest -> {
          Instant now = clock.instant();
          return AggregationSession.created(newId(), draft, interval.dataAsOf(newest, now), now);
        });
  }

  /// No snapshot is frozen for it, so that its time begins no interval.
  private AggregationSession createWithoutData(SessionDraft draft) {
    Instant now = clock.instant();
    AggregationSession session =
        AggregationSession.created(newId(), draft, now.truncatedTo(ChronoUnit.MILLIS), now);
    store.insert(session);
    return session;
  }

  /// One session.
  public SessionView get(String id) {
    return views.of(require(id));
  }

  /// One session, for a participant of its cohort.
  public SessionView getFor(ParticipantId participant, String id) {
    AggregationSession session = require(id);
    if (!session.cohort().contains(participant)) {
      throw SessionRefusal.notInCohort();
    }
    return views.of(session);
  }

  /// The newest sessions, newest first.
  public List<SessionView> newest() {
    return store.newest(LISTED).stream().map(views::of).toList();
  }

  /// Those of the newest sessions whose cohort has the participant.
  public List<SessionView> newestFor(ParticipantId participant) {
    return store.newest(LISTED).stream()
        .filter(session -> session.cohort().contains(participant))
        .map(views::of)
        .toList();
  }

  /// Refuses what two participants of a cohort have with each other, unless the session runs.
  ///
  /// @param caller one of them
  /// @param peer the other one, or the same
  public void requirePeers(String id, ParticipantId caller, ParticipantId peer) {
    SessionStore.Standing standing =
        store.standing(id, List.of(caller, peer)).orElseThrow(SessionRefusal::unknownSession);
    if (!standing.members().contains(caller)) {
      throw SessionRefusal.notInCohort();
    }
    SessionRefusal.requireRunning(standing.status());
    if (!standing.members().contains(peer)) {
      throw new SessionRefusal(
          Reason.UNKNOWN_PARTICIPANT, "The session's cohort has no such participant");
    }
  }

  /// Ends a session; again is fine. It has no result, or popular items if its noisy counts are
  /// summed. Too late once its release is being made.
  public SessionView cancel(String id) {
    return views.of(
        end.end(
            id, session -> session.isCancelled() ? session : session.cancelled(clock.instant())));
  }

  /// Sums each cell of a session alone, whose sum was out of range: the cell whose sum is out of
  /// range, too, has somebody in it that contributes what no data gives. Again is fine.
  public SessionView bisect(String id) {
    AggregationSession session = require(id);
    if (store.probesOf(id).isEmpty()) {
      List<AggregationSession> probes = bisection.probes(session, this::newId, clock.instant());
      store.insertProbes(probes);
      probes.forEach(Sessions::tellStart);
      signal.raise();
    }
    return views.of(session);
  }

  private String newId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  private AggregationSession require(String id) {
    return store.find(id).orElseThrow(SessionRefusal::unknownSession);
  }
}
