package io.privirec.federation;

import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a contribution to one round is made of.
///
/// @param participant whose contribution it is
/// @param round which round; one of [Algorithm#specs()]
/// @param broadcast the downloaded broadcast, its digest already checked against the signed round
///   record; null when the round has none. While a round lives, one path has one content
/// @param data the participant's interactions, frozen at the session's start; empty where the round
///   does not read them
/// @param noise the participant's share; present exactly where the round has noise
/// @param secret what the participant draws in this session; present where the algorithm asks for
///   it ([Requirement.ParticipantSecret])
/// @param cohort everybody in the round; may be empty where the algorithm draws no secrets
/// @param found what the participant has computed with the others ([Round.PeerComputation]);
///   present where that is over
public record RoundInput(
    ParticipantId participant,
    RoundSpec round,
    @Nullable Path broadcast,
    RatingMatrix data,
    Optional<NoiseShare> noise,
    Optional<SessionSecret> secret,
    SortedSet<ParticipantId> cohort,
    Optional<Path> found) {
  /// More users than any participant has: the bound of one participant's degrees. A 32-bit ring
  /// would hold the sum of 127 participants; the next wider one holds that of any cohort.
  public static final double MAX_USERS = 0x1p24;

  public RoundInput {
    if (noise.isPresent() != round.noise().isPresent()) {
      throw new IllegalArgumentException(
          "round " + round.name() + (noise.isPresent() ? " has no noise" : " needs noise"));
    }
    if (secret.isPresent() && !cohort.contains(participant)) {
      throw new IllegalArgumentException(participant + " is not in the cohort of the round");
    }
    cohort = Collections.unmodifiableSortedSet(new TreeSet<>(cohort));
  }

  /// To an algorithm without secrets.
  public RoundInput(
      ParticipantId participant,
      RoundSpec round,
      @Nullable Path broadcast,
      RatingMatrix data,
      Optional<NoiseShare> noise) {
    this(
        participant, round, broadcast, data, noise, Optional.empty(), Collections.emptySortedSet());
  }

  /// Before anything was computed with the others.
  public RoundInput(
      ParticipantId participant,
      RoundSpec round,
      @Nullable Path broadcast,
      RatingMatrix data,
      Optional<NoiseShare> noise,
      Optional<SessionSecret> secret,
      SortedSet<ParticipantId> cohort) {
    this(participant, round, broadcast, data, noise, secret, cohort, Optional.empty());
  }

  /// The same with what was computed with the others.
  public RoundInput with(Path result) {
    return new RoundInput(
        participant, round, broadcast, data, noise, secret, cohort, Optional.of(result));
  }

  /// To a round without noise.
  public RoundInput(
      ParticipantId participant, RoundSpec round, @Nullable Path broadcast, RatingMatrix data) {
    this(participant, round, broadcast, data, Optional.empty());
  }

  /// Reads a file of tensors.
  ///
  /// @param <T> what is read
  @FunctionalInterface
  public interface BroadcastReader<T> {
    T read(Path broadcast) throws IOException;
  }

  /// Reads the broadcast of a round that has one.
  ///
  /// @throws ContributionRefusedException when there is none, or it is malformed
  public <T> T fromBroadcast(BroadcastReader<T> reader) throws IOException {
    if (broadcast == null) {
      throw new ContributionRefusedException("round " + round.name() + " needs a broadcast");
    }
    try {
      return reader.read(broadcast);
    } catch (SafetensorsException malformed) {
      throw new ContributionRefusedException(
          "the broadcast is malformed: " + malformed.getMessage());
    }
  }

  /// The participant's data.
  ///
  /// @param items of the session's catalogue
  /// @throws ContributionRefusedException when it is over another catalogue
  public RatingMatrix dataOver(int items) {
    int had = data.pattern().items();
    if (had != items) {
      throw new ContributionRefusedException(
          "the session's catalogue has %s items, the data %s".formatted(items, had));
    }
    return data;
  }
}
