package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a PriviRec-k session. Absent fields take the documented defaults.
 *
 * @param k rank of the factors; at most the number of items and of users in the cohort
 * @param iterations L, power iterations, each one secure round
 * @param gamma weight of the ideal low-pass part, of gf-cf
 * @param seed public seed of the start basis; absent: drawn by the coordinator
 * @param idealRank rank of the ideal low-pass part, of gf-cf and bspm; absent: min(k, 256)
 * @param topN entries kept per row of the folded filter
 * @param oversampling columns that are iterated beside the k and left out at the end; k and they
 *     are at most the number of items and of users in the cohort
 * @param lambda where S and Λ come from: {@code diag-t}, {@code nystrom}, {@code krylov}, for which
 *     iterations · (k + oversampling) is at most the number of items, or {@code ritz} for one more
 *     secure round
 * @param model what is folded: {@code gf-cf}, {@code spectral}, {@code turbo-cf}, {@code bspm-lm}
 *     or {@code bspm-em}; parameters that do not belong to it are refused
 * @param response of the model spectral to an eigenvalue: {@code flat} or {@code root}
 * @param exponent s of the element-wise power, of turbo-cf
 * @param filter 1, 2 or 3, of turbo-cf; 1 unless the exponent is 1
 * @param beta weight of the ideal low-pass part, of bspm
 * @param solver of bspm: {@code euler} or {@code rk4}
 * @param steps K_s, sharpening steps of bspm
 * @param time T_s, over which bspm sharpens
 * @param pointCombination whether bspm answers with the mean of all points
 */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PriviRecKParameters(
    @Schema(defaultValue = "256") @Min(1) @Max(4096) @Nullable Integer k,
    @Schema(defaultValue = "2") @Min(1) @Max(16) @Nullable Integer iterations,
    @Schema(description = "weight of the ideal low-pass part; default 0.3")
        @DecimalMin("0.0")
        @DecimalMax("100.0")
        @Nullable Double gamma,
    @Nullable Long seed,
    @Min(1) @Max(4096) @Nullable Integer idealRank,
    @Schema(defaultValue = "1000") @Min(1) @Max(65535) @Nullable Integer topN,
    @Schema(defaultValue = "0") @Min(0) @Max(4096) @Nullable Integer oversampling,
    @Schema(
            defaultValue = "diag-t",
            allowableValues = {"diag-t", "nystrom", "krylov", "ritz"})
        @Nullable String lambda,
    @Schema(
            defaultValue = "gf-cf",
            allowableValues = {"gf-cf", "spectral", "turbo-cf", "bspm-lm", "bspm-em"})
        @Nullable String model,
    @Schema(
            description = "of the model spectral; default flat",
            allowableValues = {"flat", "root"})
        @Nullable String response,
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
    @Schema(description = "of the models bspm; default false") @Nullable Boolean pointCombination)
    implements AlgorithmParameters {
  /** Name in the API. */
  public static final String ALGORITHM = "privirec-k";

  /** Those of the paper; the others take their defaults. */
  public PriviRecKParameters(
      @Nullable Integer k,
      @Nullable Integer iterations,
      @Nullable Double gamma,
      @Nullable Long seed,
      @Nullable Integer idealRank,
      @Nullable Integer topN) {
    this(k, iterations, gamma, seed, idealRank, topN, null, null, null, null);
  }

  /** Of the models gf-cf and spectral. */
  public PriviRecKParameters(
      @Nullable Integer k,
      @Nullable Integer iterations,
      @Nullable Double gamma,
      @Nullable Long seed,
      @Nullable Integer idealRank,
      @Nullable Integer topN,
      @Nullable Integer oversampling,
      @Nullable String lambda,
      @Nullable String model,
      @Nullable String response) {
    this(
        k,
        iterations,
        gamma,
        seed,
        idealRank,
        topN,
        oversampling,
        lambda,
        model,
        response,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
