package io.privirec.client.participant;

import io.privirec.client.participant.ParticipantRefusal.Reason;
import io.privirec.secagg.ParticipantId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Finds the hosted participant that a caller names.
@Component
public final class HostedParticipants {
  private final ParticipantStore store;

  HostedParticipants(ParticipantStore store) {
    this.store = store;
  }

  /// The participant of that name.
  ///
  /// @throws ParticipantRefusal if no such participant is hosted here, whatever the text
  public Participant require(String name) {
    try {
      return store
          .find(new ParticipantId(name))
          .orElseThrow(() ->
              new ParticipantRefusal(
                  Reason.UNKNOWN_PARTICIPANT, "no such participant is hosted here"));
    } catch (IllegalArgumentException e) {
      throw new ParticipantRefusal(
          Reason.UNKNOWN_PARTICIPANT, "no such participant is hosted here");
    }
  }

  /// Its id, where a name is given.
  ///
  /// @throws ParticipantRefusal as above
  public Optional<ParticipantId> idOf(@Nullable String name) {
    return Optional.ofNullable(name).map(given -> require(given).id());
  }
}
