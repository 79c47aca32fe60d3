package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.federation.OnMissing;
import io.privirec.round.Rounds;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.SessionView.Failure;
import java.time.Clock;

/// Takes the word of a holder that one of its participants does not take part in a session. The
/// word has no reason.
record HolderRejections(EarlyEnd end, Rounds rounds, Clock clock) {
  /// The code of a session that failed for such a word.
  static final String CODE = "rejected-by-holder";

  /// Ends a session that needs everybody of its cohort. A session that can go on without this
  /// participant stays as it is, and the participant is missing at the deadline.
  ///
  /// @throws SessionRefusal when the session does not run, or the participant is not in its cohort
  void reject(ParticipantId participant, String id) {
    end.end(
        id,
        session -> {
          if (!SessionCohort.of(session, rounds.ofSession(id))
              .participants()
              .contains(participant)) {
            throw SessionRefusal.notInCohort();
          }
          if (session.failure().filter(why -> why.code().equals(CODE)).isPresent()) {
            return session;
          }
          SessionRefusal.requireRunning(session.status());
          return needsEverybody(session)
              ? session.failed(
                  new Failure(CODE, "%s does not take part".formatted(participant)),
                  clock.instant())
              : session;
        });
  }

  private static boolean needsEverybody(AggregationSession session) {
    return switch (session.terms()) {
      case SessionTerms.Closed closed -> closed.onMissing() == OnMissing.WAIT;
      case SessionTerms.Tolerant _ -> false;
    };
  }
}
