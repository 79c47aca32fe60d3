package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ByAlgorithm;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks for a session, or with `:plan` for its cost.
///
/// @param noise `none` asks for sums without noise; absent, the sums over data carry noise
/// @param cohort participant ids; over data they must be whole cells of the roster. No id occurs
///   twice. Absent, without `cells`: everyone in a current cell, or everyone enrolled for a
///   tolerant rehearsal
/// @param cells numbers of the roster's cells whose members are the cohort, instead of `cohort`. No
///   number occurs twice
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SessionRequest(
    @Schema(example = "privirec-k") @NotBlank String algorithm,
    @ByAlgorithm @Valid @Nullable AlgorithmParameters parameters,
    @Schema(
            description = "absent: the sums over data carry noise",
            allowableValues = SessionRequest.NO_NOISE)
        @Nullable String noise,
    @ArraySchema(uniqueItems = true) @Distinct @Nullable List<String> cohort,
    @ArraySchema(uniqueItems = true) @Distinct @Nullable List<Integer> cells,
    @Valid @Nullable SessionPolicy policy) {
  /// The word for sums without noise.
  public static final String NO_NOISE = "none";

  public SessionRequest {
    cohort = cohort == null || cohort.isEmpty() ? null : List.copyOf(cohort);
    cells = cells == null || cells.isEmpty() ? null : List.copyOf(cells);
  }
}
