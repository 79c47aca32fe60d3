package io.privirec.client.participant;

import io.privirec.secagg.ParticipantId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the hosted participant that a caller names.
public final class HostedParticipants {
  private final ParticipantStore store;

  public HostedParticipants(ParticipantStore store) {
    this.store = store;
  }

  /// The participant of that name.
  ///
  /// @throws ParticipantRefusal if no such participant is hosted here, whatever the text
  public Participant require(String name) {
    try {
      return store
          .find(new ParticipantId(name))
          .orElseThrow(ParticipantRefusal.UnknownParticipant::new);
    } catch (IllegalArgumentException e) {
      throw new ParticipantRefusal.UnknownParticipant();
    }
  }

  /// Its id, where a name is given.
  ///
  /// @throws ParticipantRefusal as above
  public Optional<ParticipantId> idOf(@Nullable String name) {
    return Optional.ofNullable(name).map(given -> require(given).id());
  }
}
