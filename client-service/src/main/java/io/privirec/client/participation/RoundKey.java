package io.privirec.client.participation;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;

/// One attempt of one round as one participant sees it.
public record RoundKey(
    SessionId session, ParticipantId participant, RoundId round, int index, int attempt) {
  /// What the signed record of a round says that it is.
  public static RoundKey of(RoundRecord record, ParticipantId participant) {
    return new RoundKey(
        new SessionId(record.sessionId()),
        participant,
        record.id(),
        record.roundIndex(),
        record.attempt());
  }

  @Override
  public String toString() {
    return "round %s attempt %s of session %s".formatted(index, attempt, session);
  }
}
