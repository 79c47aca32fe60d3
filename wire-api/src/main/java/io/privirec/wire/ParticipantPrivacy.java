package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was opened of a participant's data within the holder's period, by its own ledger.
///
/// @param locked why nothing over data is joined until the ledger is reconciled; absent if nothing
///   is wrong
/// @param epsilonSpent of the sums with noise of the period together, at the limits' delta; all of
///   the limit while it is presumed. Absent while the ledger cannot be relied on
/// @param epsilonLifetime of the sums with noise since the ledger began, at the limits' delta.
///   Absent while the ledger cannot be relied on
/// @param exactSums of the period, which are outside of every epsilon
/// @param equations that sums without noise told since the ledger began
/// @param sums of the period, oldest first
/// @param inWords the same, for people
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ParticipantPrivacy(
    @Nullable String locked,
    Limits limits,
    @Nullable Double epsilonSpent,
    @Nullable Double epsilonLifetime,
    long exactSums,
    OpenedEquations equations,
    List<Opened> sums,
    List<String> inWords) {
  public ParticipantPrivacy {
    sums = List.copyOf(sums);
    inWords = List.copyOf(inWords);
  }

  /// What the holder allows.
  ///
  /// @param maxEpsilonPerSum of one sum; absent: only the others limit it
  /// @param maxEpsilonPerSession of all sums of a session together
  /// @param maxEpsilon of all sums of a period together
  /// @param maxEpsilonLifetime of all sums since the ledger began
  /// @param delta at which all are meant
  /// @param period how long a sum counts
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Limits(
      @Nullable Double maxEpsilonPerSum,
      double maxEpsilonPerSession,
      double maxEpsilon,
      double maxEpsilonLifetime,
      double delta,
      @Schema(type = "string", example = "P365D") Duration period) {}

  /// How a sum was opened.
  public enum Use {
    EXACT,
    NOISE,
    /// After a restore: whatever may have been opened that nobody remembers.
    PRESUMED,
    /// Budget that a session reserved before its first sum.
    RESERVED,
    /// The end of a session's reservation.
    RETURNED,
    /// The survivors over which the participant opens the sum of a round.
    SURVIVORS,
    /// The answer of the participant, by which the coordinator opens the sum of a round.
    ANSWERED
  }

  /// An entry of the ledger: a sum that was opened, or may have been, or a session's reservation.
  ///
  /// @param sessionId absent: it is presumed
  /// @param round position in the session, from 0
  /// @param name what was summed
  /// @param mechanism of the noise, as `privirec privacy account` takes it
  /// @param epsilon of the sum alone, or of what is reserved, at the limits' delta
  /// @param unit what epsilon protects
  /// @param adjacency which data sets are neighbours
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Opened(
      Instant at,
      Use use,
      @Nullable String sessionId,
      @Nullable Integer round,
      @Nullable Integer attempt,
      @Nullable String name,
      @Nullable String mechanism,
      @Nullable Double epsilon,
      @Nullable String unit,
      @Nullable String adjacency,
      String inWords) {}
}
