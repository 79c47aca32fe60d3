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
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/// Parameters of FedPower with the noise of a single node: the leading singular vectors of all
/// rows. The noise does not bound what the sums tell.
///
/// @param rows whose singular vectors
/// @param factors the power method
/// @param sigma deviation of a participant's noise on its product divided by its users
/// @param keyHolder id of the participant that makes the key and decrypts the total of the noise
/// @param exponentBits of the blinding of ciphertexts; fewer than 1536 are faster, and rest on an
///   assumption
/// @param model the filter that the factors are folded into; of rows that are not normalised
///   `spectral`
/// @param topN entries kept per row of the folded filter
/// @param minSupport items that fewer users have leave the session after the first sum
@JsonTypeName(UtilityFedPowerParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record UtilityFedPowerParameters(
    @Schema(description = "default: normalised rows") @Valid RowParameters rows,
    @Schema(description = "default: the default of each of its properties") @Valid
        PowerParameters factors,
    @Schema(defaultValue = "" + UtilityFedPowerParameters.SIGMA)
        @DecimalMin("0.000001")
        @DecimalMax("1000")
        Double sigma,
    @Schema(
            description =
                "a participant of the session, which makes the key and decrypts the total of the"
                    + " noise")
        @Size(max = 64)
        @Nullable String keyHolder,
    @Schema(
            defaultValue = "" + UtilityFedPowerParameters.EXPONENT_BITS,
            description = "fewer are faster, and rest on an assumption of their own")
        @Min(256)
        @Max(1536)
        Integer exponentBits,
    @Schema(description = "default: gf-cf, or spectral of rows that are not normalised") @Valid
        PriviRecKParameters.Model model,
    @Schema(defaultValue = "" + DEFAULT_TOP_N) @Min(1) @Max(65535) Integer topN,
    @Schema(defaultValue = "" + DEFAULT_MIN_SUPPORT) @Min(1) @Max(1000000) Integer minSupport)
    implements AlgorithmParameters, UtilityFedPowerParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "fedpower-utility";

  static final double SIGMA = .1;
  static final int EXPONENT_BITS = 1536;

  /// Nothing given.
  public static final UtilityFedPowerParameters DEFAULT =
      UtilityFedPowerParametersBuilder.builder().build();

  public UtilityFedPowerParameters {
    rows = requireNonNullElse(rows, RowParameters.DEFAULT);
    factors = requireNonNullElse(factors, PowerParameters.DEFAULT);
    sigma = requireNonNullElse(sigma, SIGMA);
    exponentBits = requireNonNullElse(exponentBits, EXPONENT_BITS);
    model = requireNonNullElse(model, PriviRecKParameters.defaultModel(rows));
    topN = requireNonNullElse(topN, DEFAULT_TOP_N);
    minSupport = requireNonNullElse(minSupport, DEFAULT_MIN_SUPPORT);
  }

  /// The parameters of a request that gives nothing but rows: the model follows from these.
  public static UtilityFedPowerParameters of(RowParameters rows) {
    return UtilityFedPowerParametersBuilder.builder().rows(rows).build();
  }

  /// Reads this form, and the flat form of versions before 0.1.
  @SuppressWarnings("NullAway") // The constructor fills in defaults.
  @JsonCreator
  static UtilityFedPowerParameters read(
      @JsonProperty("rows") @Nullable RowParameters rows,
      @JsonProperty("factors") @Nullable PowerParameters factors,
      @JsonProperty("sigma") @Nullable Double sigma,
      @JsonProperty("keyHolder") @Nullable String keyHolder,
      @JsonProperty("exponentBits") @Nullable Integer exponentBits,
      @JsonProperty("model") PriviRecKParameters.@Nullable Model model,
      @JsonProperty("topN") @Nullable Integer topN,
      @JsonProperty("minSupport") @Nullable Integer minSupport,
      @Schema(hidden = true) @JsonProperty("largest") @Nullable Double largest,
      @Schema(hidden = true) @JsonProperty("k") @Nullable Integer k,
      @Schema(hidden = true) @JsonProperty("oversampling") @Nullable Integer oversampling,
      @Schema(hidden = true) @JsonProperty("localSteps") @Nullable Integer localSteps,
      @Schema(hidden = true) @JsonProperty("rounds") @Nullable Integer rounds,
      @Schema(hidden = true) @JsonProperty("seed") @Nullable Long seed) {
    return UtilityFedPowerParametersBuilder.builder()
        .rows(RowParameters.of(rows, largest))
        .factors(PowerParameters.of(factors, k, oversampling, localSteps, rounds, seed))
        .sigma(sigma)
        .keyHolder(keyHolder)
        .exponentBits(exponentBits)
        .model(model)
        .topN(topN)
        .minSupport(minSupport)
        .build();
  }
}
