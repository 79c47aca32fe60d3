package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// The power iteration that factors come from. `k` and `oversampling` together are at most the
/// number of items, and less than the number of users in the cohort.
///
/// @param k rank of the factors
/// @param oversampling columns that are iterated beside the k and left out at the end
/// @param iterations L, power iterations, each one secure round
/// @param lambda where S and Λ come from: `diag-t`, `nystrom`, `krylov`, for which iterations · (k
///   + oversampling) is at most the number of items, or `ritz` for one more secure round
/// @param seed public seed of the start basis
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FactorParameters(
    @Schema(description = "rank; default 256, or the number of items where that is less")
        @Min(1)
        @Max(4096)
        @Nullable Integer k,
    @Schema(defaultValue = "0") @Min(0) @Max(4096) Integer oversampling,
    @Schema(defaultValue = "2") @Min(1) @Max(16) Integer iterations,
    @Schema(
            defaultValue = "diag-t",
            allowableValues = {"diag-t", "nystrom", "krylov", "ritz"})
        String lambda,
    @Schema(description = "of the start basis; default: the coordinator draws one")
        @Nullable Long seed) {
  /// Rank where none is given and the catalogue is long enough: the published setting.
  public static final int DEFAULT_RANK = 256;

  /// Nothing given.
  public static final FactorParameters DEFAULT = ofRank(null);

  /// Nothing given where sums have noise.
  public static final FactorParameters NOISY = new FactorParameters(null, 0, 2, "ritz", null);

  public FactorParameters {
    oversampling = requireNonNullElse(oversampling, 0);
    iterations = requireNonNullElse(iterations, 2);
    lambda = requireNonNullElse(lambda, "diag-t");
  }

  /// The defaults, but for the rank.
  public static FactorParameters ofRank(@Nullable Integer k) {
    return new FactorParameters(k, 0, 2, "diag-t", null);
  }
}
