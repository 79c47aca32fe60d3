package io.privirec.client.runtime;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;

/// One attempt of one round as one participant sees it.
public record RoundKey(
    SessionId session, ParticipantId participant, RoundId round, int index, int attempt) {
  @Override
  public String toString() {
    return "round %d attempt %d of session %s".formatted(index, attempt, session);
  }
}
