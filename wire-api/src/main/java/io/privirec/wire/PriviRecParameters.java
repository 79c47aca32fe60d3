package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a PriviRec session with the exact item Gram matrix. Absent fields take the
 * documented defaults; those that do not belong to the model are refused.
 *
 * @param model what is folded: {@code gf-cf}, {@code turbo-cf}, {@code bspm-lm} or {@code bspm-em}
 * @param k rank of the ideal low-pass part, of gf-cf and bspm; at most the number of items and of
 *     users in the cohort
 * @param oversampling columns that are iterated beside the k and left out at the end; k and they
 *     are at most the number of items and of users in the cohort
 * @param iterations L, power iterations, each one secure round
 * @param lambda where S comes from: {@code diag-t}, {@code nystrom}, {@code krylov}, for which
 *     iterations · (k + oversampling) is at most the number of items, or {@code ritz} for one more
 *     secure round
 * @param gamma weight of the ideal low-pass part, of gf-cf
 * @param alpha of the normalisation, of turbo-cf; above 1/2 entries of P̃ may be larger than 1
 * @param exponent s of the element-wise power, of turbo-cf
 * @param filter 1, 2 or 3, of turbo-cf
 * @param beta weight of the ideal low-pass part, of bspm
 * @param solver of bspm: {@code euler} or {@code rk4}
 * @param steps K_s, sharpening steps of bspm
 * @param time T_s, over which bspm sharpens
 * @param pointCombination whether bspm answers with the mean of all points
 * @param seed public seed of the start basis; absent: drawn by the coordinator
 * @param topN entries kept per row of the folded filter
 */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PriviRecParameters(
    @Schema(
            defaultValue = "gf-cf",
            allowableValues = {"gf-cf", "turbo-cf", "bspm-lm", "bspm-em"})
        @Nullable String model,
    @Schema(description = "of the models gf-cf and bspm; default 256") @Min(1) @Max(4096)
        @Nullable Integer k,
    @Schema(description = "of the models gf-cf and bspm; default 0") @Min(0) @Max(4096)
        @Nullable Integer oversampling,
    @Schema(description = "of the models gf-cf and bspm; default 2") @Min(1) @Max(16)
        @Nullable Integer iterations,
    @Schema(
            description = "of the models gf-cf and bspm; default diag-t",
            allowableValues = {"diag-t", "nystrom", "krylov", "ritz"})
        @Nullable String lambda,
    @Schema(description = "of the model gf-cf; default 0.3") @DecimalMin("0.0") @DecimalMax("100.0")
        @Nullable Double gamma,
    @Schema(description = "of the model turbo-cf; default 0.5")
        @DecimalMin("0.0")
        @DecimalMax("1.0")
        @Nullable Double alpha,
    @Schema(description = "of the model turbo-cf; default 1")
        @DecimalMin("0.01")
        @DecimalMax("10.0")
        @Nullable Double exponent,
    @Schema(description = "of the model turbo-cf; default 1") @Min(1) @Max(3)
        @Nullable Integer filter,
    @Schema(description = "of the models bspm; default 0.2") @DecimalMin("0.0") @DecimalMax("100.0")
        @Nullable Double beta,
    @Schema(
            description = "of the models bspm; default rk4",
            allowableValues = {"euler", "rk4"})
        @Nullable String solver,
    @Schema(description = "of the models bspm; default 1") @Min(1) @Max(16) @Nullable Integer steps,
    @Schema(description = "of the models bspm; default 2.5")
        @DecimalMin("0.01")
        @DecimalMax("100.0")
        @Nullable Double time,
    @Schema(description = "of the models bspm; default false") @Nullable Boolean pointCombination,
    @Nullable Long seed,
    @Schema(defaultValue = "1000") @Min(1) @Max(65535) @Nullable Integer topN)
    implements AlgorithmParameters {
  /** Name in the API. */
  public static final String ALGORITHM = "privirec";

  /** None of them given. */
  public static final PriviRecParameters UNSET =
      new PriviRecParameters(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null);
}
