package io.privirec.client.consent;

import io.privirec.client.contribution.Contributions;
import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.coordinator.LoopFailures;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.ParticipationStore;
import io.privirec.client.peer.PeerMeetings;
import io.privirec.edge.log.LogField;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/// Finds sessions that are over, and closes them for the participants of this process.
@Component
record SessionEnds(
    ParticipationStore store,
    Consents consents,
    Contributions contributions,
    PeerMeetings meetings,
    LoopFailures failures,
    SessionStatuses statuses,
    Waits waits) {
  private static final Logger log = LoggerFactory.getLogger(SessionEnds.class);

  /// Closes sessions that ended since the last question about them.
  ///
  /// @return whether the participant had such a session
  boolean closeEnded(ParticipantId participant, ParticipantChannel channel) throws IOException {
    List<Participation> open = store.open(participant);
    open.forEach(each -> statuses.forget(each.session()));
    closeFinished(participant, channel);
    return store.open(participant).size() < open.size();
  }

  /// Asks for the status of the participant's open sessions, and closes sessions that are over.
  ///
  /// @return whether one of them has published a release
  boolean closeFinished(ParticipantId participant, ParticipantChannel channel) throws IOException {
    boolean published = false;
    for (Participation open : store.open(participant)) {
      SessionView.Status status;
      try {
        status =
            statuses.of(open.session(), () -> channel.session(open.session().value()).status());
      } catch (CoordinatorException.Refused e) {
        if (e.isUnknownSession()) {
          close(open);
          continue;
        }
        // If the coordinator does not serve a session, the other sessions are still closed.
        failures.ofWork(participant, "session " + open.session(), e);
        continue;
      }
      // A view may lack its status, despite its type. Such a session stays open.
      if (status != null && status.isOver()) {
        close(open);
        published |= status == SessionView.Status.PUBLISHED;
      }
    }
    return published;
  }

  /// Closes a session for a participant. The last participant of this process also deletes what all
  /// of them share, before its row is closed: after a crash in between, it deletes that again.
  /// Participants are closed in turn, because of two at a time neither would be the last.
  ///
  /// Frozen data is deleted last, unless it is the newest. After a crash in between, it stays until
  /// the next start.
  private void close(Participation open) throws IOException {
    try (MDC.MDCCloseable _ = SessionTraces.logged(open.session().value())) {
      leave(open);
    }
  }

  private void leave(Participation open) throws IOException {
    log.atInfo()
        .addKeyValue(LogField.ACTION, "session-left")
        .addKeyValue(LogField.SESSION, open.session())
        .addKeyValue(LogField.PARTICIPANT, open.participant())
        .log("Session {} is over for {}", open.session(), open.participant());
    meetings.forget(open.session().value(), open.participant());
    synchronized (this) {
      if (!store.isOpenForOthers(open.session(), open.participant())) {
        contributions.forget(open.session());
      }
      contributions.forget(open.session(), open.participant());
      consents.end(open.session(), open.participant());
    }
    waits.forget(open.session(), open.participant());
    consents.sweep(open.participant());
  }
}
