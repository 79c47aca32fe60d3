package io.privirec.client.ledger;

import io.privirec.secagg.ParticipantId;
import java.util.Optional;

/// What the database knows of the rounds that entries are about.
public interface JoinedRounds {
  /// Whether an attempt was joined, with that seed.
  ///
  /// @param round name of the attempt
  /// @param seedCommitment empty where the sum is exact
  boolean has(ParticipantId participant, String round, Optional<String> seedCommitment);

  /// Whether the participant has met a session, also after the session's end.
  boolean knowsSession(ParticipantId participant, String session);

  /// Whether a session was met and is not over for the participant.
  boolean isOpen(ParticipantId participant, String session);

  /// Gives up all open rounds of a participant, and forgets their secrets.
  void abandon(ParticipantId participant);

  /// Rejects all sessions that are not over for a participant.
  void endSessions(ParticipantId participant);
}
