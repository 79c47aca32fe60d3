package io.privirec.client.consent;

import io.privirec.client.participation.Participation;
import io.privirec.client.participation.SessionId;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Log lines about sessions that a participant cannot join yet. A participant's loop asks about a
/// session again and again, so each reason has a single line per session and participant.
@Component
final class Waits {
  private static final Logger log = LoggerFactory.getLogger(Waits.class);

  /// The last session of each participant whose roster is not here yet.
  private final ConcurrentHashMap<ParticipantId, SessionId> withoutRoster =
      new ConcurrentHashMap<>();

  private final Set<Waiting> early = ConcurrentHashMap.newKeySet();
  private final Set<Waiting> alone = ConcurrentHashMap.newKeySet();

  private record Waiting(SessionId session, ParticipantId participant) {}

  /// Logs that the session's roster is not here yet.
  void roster(SessionId session, ParticipantId participant, SessionView view) {
    if (!session.equals(withoutRoster.put(participant, session))) {
      log.warn(
          "{} waits: session {} rests on roster version {}, which was not put here",
          participant,
          session,
          view.rosterVersion());
    }
  }

  /// Logs that a person must approve, because the participant would join alone.
  void approvalAlone(SessionId session, ParticipantId participant) {
    if (alone.add(new Waiting(session, participant))) {
      log.warn(
          "{} waits for a person's approval of session {}: it would join alone",
          participant,
          session);
    }
  }

  /// Logs that it is too early for the session's snapshot.
  ///
  /// @param from when the snapshot may be frozen
  void snapshot(Participation asked, Instant dataAsOf, Instant from) {
    if (early.add(new Waiting(asked.session(), asked.participant()))) {
      log.warn(
          "{} waits until {}: session {} is over data as of {}, and the last snapshot is younger than"
              + " privirec.client.min-interval",
          asked.participant(),
          from,
          asked.session(),
          dataAsOf);
    }
  }

  /// Forgets a session that is over for the participant.
  void forget(SessionId session, ParticipantId participant) {
    early.remove(new Waiting(session, participant));
    alone.remove(new Waiting(session, participant));
  }
}
