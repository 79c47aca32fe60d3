package io.privirec.coordinator.participant;

import io.privirec.secagg.ParticipantId;
import java.util.Optional;

/// Reads participant ids that come from outside.
public final class ParticipantIds {
  private ParticipantIds() {}

  /// The id, if the text can be one.
  public static Optional<ParticipantId> parse(String text) {
    try {
      return Optional.of(new ParticipantId(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
