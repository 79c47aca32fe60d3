package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// Parameters of FedPower: the leading singular vectors of all rows, by exact sums.
///
/// @param rows whose singular vectors
/// @param factors the power method
/// @param tolerance the sums end when the projection distance of two bases in a row is smaller
/// @param model the filter that the factors are folded into; of rows that are not normalised
///   `spectral`
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum
@JsonTypeName(FedPowerParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record FedPowerParameters(
    @Schema(description = "default: normalised rows") @Valid RowParameters rows,
    @Schema(description = "default: the default of each of its properties") @Valid
        PowerParameters factors,
    @Schema(
            defaultValue = "" + FedPowerParameters.TOLERANCE,
            description = "0: as many sums as rounds states")
        @DecimalMin("0.0")
        @DecimalMax("100.0")
        Double tolerance,
    @Schema(description = "default: gf-cf, or spectral of rows that are not normalised") @Valid
        PriviRecKParameters.Model model,
    @Schema(defaultValue = "" + DEFAULT_TOP_N) @Min(1) @Max(65535) Integer topN,
    @Schema(defaultValue = "" + DEFAULT_MIN_SUPPORT) @Min(1) @Max(1000000) Integer minSupport)
    implements AlgorithmParameters, FedPowerParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "fedpower";

  static final double TOLERANCE = 0;

  /// Nothing given.
  public static final FedPowerParameters DEFAULT = FedPowerParametersBuilder.builder().build();

  public FedPowerParameters {
    rows = requireNonNullElse(rows, RowParameters.DEFAULT);
    factors = requireNonNullElse(factors, PowerParameters.DEFAULT);
    tolerance = requireNonNullElse(tolerance, TOLERANCE);
    model = requireNonNullElse(model, PriviRecKParameters.defaultModel(rows));
    topN = requireNonNullElse(topN, DEFAULT_TOP_N);
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
  }

  /// The parameters of a request that gives nothing but rows: the model follows from these.
  public static FedPowerParameters of(RowParameters rows) {
    return FedPowerParametersBuilder.builder().rows(rows).build();
  }

  /// Reads this form, and the flat form of versions before 0.1.
  @SuppressWarnings("NullAway") // The constructor fills in defaults.
  @JsonCreator
  static FedPowerParameters read(
      @JsonProperty("rows") @Nullable RowParameters rows,
      @JsonProperty("factors") @Nullable PowerParameters factors,
      @JsonProperty("tolerance") @Nullable Double tolerance,
      @JsonProperty("model") PriviRecKParameters.@Nullable Model model,
      @JsonProperty("topN") @Nullable Integer topN,
      @JsonProperty("minSupport") @Nullable Integer minSupport,
      @Schema(hidden = true) @JsonProperty("largest") @Nullable Double largest,
      @Schema(hidden = true) @JsonProperty("k") @Nullable Integer k,
      @Schema(hidden = true) @JsonProperty("oversampling") @Nullable Integer oversampling,
      @Schema(hidden = true) @JsonProperty("localSteps") @Nullable Integer localSteps,
      @Schema(hidden = true) @JsonProperty("rounds") @Nullable Integer rounds,
      @Schema(hidden = true) @JsonProperty("seed") @Nullable Long seed) {
    return FedPowerParametersBuilder.builder()
        .rows(RowParameters.of(rows, largest))
        .factors(PowerParameters.of(factors, k, oversampling, localSteps, rounds, seed))
        .tolerance(tolerance)
        .model(model)
        .topN(topN)
        .minSupport(minSupport)
        .build();
  }
}
