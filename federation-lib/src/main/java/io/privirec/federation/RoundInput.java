package io.privirec.federation;

import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a contribution to one round is made of.
///
/// @param participant whose contribution it is
/// @param round which round; one of [Algorithm#rounds()]
/// @param broadcast the downloaded broadcast, its digest already checked against the signed round
///   record; null when the round has none. While a contributor lives, one path has one content
/// @param data the participant's interactions, frozen at the session's start; empty where the
///   contributor does not read them
/// @param noise the participant's share; present exactly where the round has noise
public record RoundInput(
    ParticipantId participant,
    RoundSpec round,
    @Nullable Path broadcast,
    RatingMatrix data,
    Optional<NoiseShare> noise) {
  /// More users than any participant has: the bound of one participant's degrees. A 32-bit ring
  /// would hold the sum of 127 participants; the next wider one holds that of any cohort.
  public static final double MAX_USERS = 0x1p24;

  public RoundInput {
    if (noise.isPresent() != round.noise().isPresent()) {
      throw new IllegalArgumentException(
          "round " + round.name() + (noise.isPresent() ? " has no noise" : " needs noise"));
    }
  }

  /// To a round without noise.
  public RoundInput(
      ParticipantId participant, RoundSpec round, @Nullable Path broadcast, RatingMatrix data) {
    this(participant, round, broadcast, data, Optional.empty());
  }
}
