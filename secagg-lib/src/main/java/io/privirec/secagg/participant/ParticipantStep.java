package io.privirec.secagg.participant;

import io.privirec.secagg.message.ParticipantMessage;
import java.util.Optional;

/// The result of an event: first persist the state, then send the message. Sending first could make
/// a restarted participant say two different things in one round.
///
/// @param toSend the state's pending message; sending it again does no harm
public record ParticipantStep(ParticipantState state, Optional<ParticipantMessage> toSend) {
  static ParticipantStep to(ParticipantState state) {
    return new ParticipantStep(state, state.pending());
  }
}
