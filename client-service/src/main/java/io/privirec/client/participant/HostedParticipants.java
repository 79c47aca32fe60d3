package io.privirec.client.participant;

import io.privirec.edge.problem.ProblemException;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ProblemType;
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
  /// @throws ProblemException if no such participant is hosted here, whatever the text
  public Participant require(String name) {
    try {
      return store.find(new ParticipantId(name)).orElseThrow(HostedParticipants::unknown);
    } catch (IllegalArgumentException e) {
      throw unknown();
    }
  }

  /// Its id, where a name is given.
  ///
  /// @throws ProblemException as above
  public Optional<ParticipantId> idOf(@Nullable String name) {
    return Optional.ofNullable(name).map(given -> require(given).id());
  }

  private static ProblemException unknown() {
    return new ProblemException(
        ProblemType.UNKNOWN_PARTICIPANT, "no such participant is hosted here");
  }
}
