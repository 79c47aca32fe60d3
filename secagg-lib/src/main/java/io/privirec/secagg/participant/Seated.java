package io.privirec.secagg.participant;

import io.privirec.secagg.RoundRecord;
import java.util.Optional;

/// What the states of a participant that has not aborted have in common.
sealed interface Seated extends ParticipantState
    permits ParticipantState.Advertised,
        ParticipantState.Revealed,
        ParticipantState.Encapsulated,
        ParticipantState.Shared,
        ParticipantState.Masking,
        ParticipantState.Contributed,
        ParticipantState.Committed,
        ParticipantState.Confirmed,
        ParticipantState.Answered {
  Seat seat();

  /// The terms of the round.
  default RoundRecord record() {
    return seat().record();
  }

  @Override
  default Optional<RoundRecord> terms() {
    return Optional.of(record());
  }
}
