package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ByAlgorithm;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A session as operator and participants see it.
///
/// @param noise `none`: the sums over data carry no noise; absent: they carry noise, or depend on
///   no data
/// @param failure reason of a failure, or of a release with popular items instead of the
///   algorithm's model: the session ended early, or its noisy sums allow no model
/// @param keyAgreement `x25519` or `x25519-mlkem768`, of all rounds
/// @param roundKind `closed`: whole cells or nothing; `tolerant`: participants may leave
/// @param onMissing `wait` or `leave-out-cells`; absent: the session is tolerant
/// @param minParticipants that the cohort may shrink to by whole cells; absent: it is tolerant
/// @param maxAttempts how often one round may be tried; absent: the coordinator is of an earlier
///   version
/// @param rosterVersion that names the cells; absent: it is tolerant
/// @param cells whose members are the cohort now; empty: it is tolerant
/// @param cellsLeftOut whose members were of the cohort once
/// @param survivors participants whose contribution is in the latest finished sum
/// @param missing participants of the cohort that were lost, with the round and phase of the loss
/// @param catalogueVersion 0: the session is not about items
/// @param dataAsOf names the snapshots that the session is over, in whole milliseconds: sessions
///   with the same one are over the same data of each participant
/// @param stages seconds by name: `round item-degrees`, `round power-iteration-1`, `step …`,
///   `fold`, `publish`
/// @param seconds accepted to the end, folding included
/// @param bisection sessions over single cells that look for the one whose contributions are out of
///   range; empty: nobody has asked
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionView(
    String id,
    String algorithm,
    @ByAlgorithm AlgorithmParameters parameters,
    @Schema(allowableValues = SessionRequest.NO_NOISE) @Nullable String noise,
    Status status,
    @Nullable Failure failure,
    String threatModel,
    String keyAgreement,
    String roundKind,
    @Nullable String onMissing,
    @Nullable Integer minParticipants,
    @Nullable Integer maxAttempts,
    @Nullable Integer rosterVersion,
    List<Integer> cells,
    List<Integer> cellsLeftOut,
    int catalogueVersion,
    Instant dataAsOf,
    List<String> cohort,
    List<String> survivors,
    List<Missing> missing,
    List<RoundView> rounds,
    @Nullable String releaseId,
    Instant createdAt,
    @Nullable Instant finishedAt,
    @Nullable Double seconds,
    Map<String, Double> stages,
    List<CellProbe> bisection) {
  public SessionView {
    cells = List.copyOf(cells);
    cellsLeftOut = List.copyOf(cellsLeftOut);
    bisection = List.copyOf(bisection);
    cohort = List.copyOf(cohort);
    survivors = List.copyOf(survivors);
    missing = List.copyOf(missing);
    rounds = List.copyOf(rounds);
    stages = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(stages));
  }

  /// Where a session stands. One that has nothing to publish ends as `COMPLETED`.
  public enum Status {
    RUNNING,
    PUBLISHING,
    PUBLISHED,
    COMPLETED,
    FAILED,
    CANCELLED;

    /// Whether nothing more will be computed.
    public boolean isOver() {
      return switch (this) {
        case RUNNING, PUBLISHING -> false;
        case PUBLISHED, COMPLETED, FAILED, CANCELLED -> true;
      };
    }
  }

  /// Why a session or round failed: a stable code and a sentence.
  public record Failure(String code, String detail) {}

  /// A session that sums one cell alone.
  ///
  /// @param outOfRange whether the sum of this cell is out of range: somebody in it contributed
  ///   what no data gives; absent: the session is not over, or failed for another reason
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CellProbe(int cell, String session, Status status, @Nullable Boolean outOfRange) {}

  /// A participant that was lost, and where.
  public record Missing(String participant, int roundIndex, int attempt, String phase) {}

  /// A participant that did wrong in a round.
  ///
  /// @param reason `wrong-share` or `bad-envelope`
  public record Fault(String participant, String reason) {}

  /// One attempt of a round.
  ///
  /// @param threatModel of the round's signed record
  /// @param phase `ADVERTISE_KEYS`, `REVEAL_SEED` (above 64 participants), `ENCAPSULATE_KEYS`
  ///   (closed and hybrid), `SHARE_KEYS` (tolerant), `MASKED_INPUT`, `CONSISTENCY_CHECK` (tolerant
  ///   and semi-malicious), `UNMASK` (tolerant), then `SUMMING`, `DONE`; `FAILED` when the attempt
  ///   failed
  /// @param arrived participants that did their part in this phase
  /// @param expected participants that owe it
  /// @param chunksReceived chunks of all participants that have arrived
  /// @param chunksExpected chunks that all participants still in the round will have uploaded
  /// @param faults who did wrong in a tolerant round, as far as it was found out
  /// @param waitsFor `storage-full`: the coordinator's disk has no room for chunks. The deadline is
  ///   suspended until it has; absent: participants have the word
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RoundView(
      String id,
      int index,
      int attempt,
      String name,
      String threatModel,
      String phase,
      int arrived,
      int expected,
      long chunksReceived,
      long chunksExpected,
      StagingView staging,
      List<String> survivors,
      List<Fault> faults,
      @Nullable Failure failure,
      @Nullable Instant deadline,
      @Nullable String waitsFor) {
    public RoundView {
      survivors = List.copyOf(survivors);
      faults = List.copyOf(faults);
    }
  }
}
