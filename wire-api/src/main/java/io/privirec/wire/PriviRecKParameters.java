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
 * @param gamma weight of the ideal low-pass part in GF-CF
 * @param seed public seed of the start basis; absent: drawn by the coordinator
 * @param idealRank rank of the ideal low-pass part; absent: min(k, 256)
 * @param topN entries kept per row of the folded filter
 * @param oversampling columns that are iterated beside the k and left out at the end; k and they
 *     are at most the number of items and of users in the cohort
 * @param lambda where S and Λ come from: {@code diag-t}, {@code nystrom}, {@code krylov}, for which
 *     iterations · (k + oversampling) is at most the number of items, or {@code ritz} for one more
 *     secure round
 * @param model what is folded: {@code gf-cf}, or {@code spectral}, to which gamma and idealRank do
 *     not belong
 * @param response of the model spectral to an eigenvalue: {@code flat} or {@code root}
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
            allowableValues = {"gf-cf", "spectral"})
        @Nullable String model,
    @Schema(
            description = "of the model spectral; default flat",
            allowableValues = {"flat", "root"})
        @Nullable String response)
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
}
