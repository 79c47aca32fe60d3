package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// The power iteration that factors come from. `k` and `oversampling` together are at most the
/// number of items, and less than the number of users in the cohort.
///
/// @param k rank of the factors
/// @param oversampling columns that are iterated beside the k and left out at the end
/// @param iterations L, power iterations, each one secure round; null: the algorithm's default
/// @param lambda where S and Λ come from: `diag-t`, `nystrom`, `krylov`, for which iterations · (k
///   + oversampling) is at most the number of items, or `ritz` for one more secure round; null: the
///     algorithm's default
/// @param seed public seed of the start basis
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record FactorParameters(
    @Schema(
            description =
                "rank; default 256, or a sixteenth of the number of items if that is less; with noise"
                    + " a quarter of the popular items")
        @Min(1)
        @Max(4096)
        @Nullable Integer k,
    @Schema(description = "default 0; with noise and without k, half the popular items less k")
        @Min(0)
        @Max(4096)
        Integer oversampling,
    @Schema(description = "default 2; with noise 1") @Min(1) @Max(16) @Nullable Integer iterations,
    @Schema(
            description = "default diag-t; of privirec-k krylov without noise, and ritz with noise",
            allowableValues = {"diag-t", "nystrom", "krylov", "ritz"})
        @Nullable String lambda,
    @Schema(description = "of the start basis; default: the coordinator draws one")
        @Nullable Long seed)
    implements FactorParametersBuilder.With {
  /// The largest rank where none is given: the published setting.
  public static final int DEFAULT_RANK = 256;

  /// Items, or users where their number is known, for each column of a default rank: a rank closer
  /// to their number reproduces what single users have, and tells more of them.
  private static final int ITEMS_PER_RANK = 16;

  /// Nothing given.
  public static final FactorParameters DEFAULT = FactorParametersBuilder.builder().build();

  public FactorParameters {
    oversampling = requireNonNullElse(oversampling, 0);
  }

  /// Returns the rank where none is given.
  ///
  /// @param items m, or the number of users where that is known and less
  public static int defaultRank(int items) {
    return Math.max(1, Math.min(DEFAULT_RANK, items / ITEMS_PER_RANK));
  }

  /// The paper's iteration: two products, Λ = |diag T|.
  public static FactorParameters ofRank(@Nullable Integer k) {
    return DEFAULT.withK(k).withIterations(2).withLambda("diag-t");
  }
}
