package io.privirec.coordinator.session;

import io.privirec.coordinator.session.SessionRefusal.Reason;
import io.privirec.round.Rounds;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.PeerFailure;
import io.privirec.wire.SessionView.Failure;
import java.time.Clock;
import java.util.SortedSet;
import java.util.function.Predicate;

/// Ends sessions in which a participant cannot go on with the others. The coordinator does not see
/// what they do with each other, and takes the word of whoever reports: any of them could end the
/// session by its silence as well.
///
/// @param meetsPeers whether the participants of a session compute something among themselves
record PeerReports(
    EarlyEnd end, Rounds rounds, Predicate<AggregationSession> meetsPeers, Clock clock) {
  /// Ends the session as failed, with the report's code.
  ///
  /// @throws SessionRefusal when the session does not run, its participants do not meet, or one of
  ///   those who are named is not in its cohort as it stands
  void report(ParticipantId reporter, String id, PeerFailure report) {
    end.end(
        id,
        session -> {
          SortedSet<ParticipantId> cohort =
              SessionCohort.of(session, rounds.ofSession(id)).participants();
          if (!cohort.contains(reporter)) {
            throw SessionRefusal.notInCohort();
          }
          SessionRefusal.requireRunning(session.status());
          if (!meetsPeers.test(session)) {
            throw new SessionRefusal(
                Reason.WITHOUT_PEERS,
                "Participants do not meet in a session of " + session.algorithm());
          }
          if (report.peer() != null && !cohort.contains(new ParticipantId(report.peer()))) {
            throw new SessionRefusal(
                Reason.UNKNOWN_PARTICIPANT,
                "/peer",
                "The session's cohort has no such participant");
          }
          return session.failed(
              new Failure(report.code(), told(reporter, report)), clock.instant());
        });
  }

  private static String told(ParticipantId reporter, PeerFailure report) {
    String about = report.peer() == null ? "" : " of " + report.peer();
    return "%s reports%s: %s".formatted(reporter.value(), about, report.detail());
  }
}
