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

/// Parameters of FedPower with privacy of users: singular vectors of the rows of the most popular
/// items, by sums with noise.
///
/// @param rows whose singular vectors
/// @param factors the power method
/// @param popular the items, and the bound of a user's row
/// @param productClip most Frobenius norm of a participant's product, with more than one local step
/// @param model the filter that the factors are folded into: gf-cf or spectral; of rows that are
///   not normalised spectral
/// @param topN entries kept per row of the folded filter
/// @param privacy the noise, and the unit that it protects
@JsonTypeName(PrivateFedPowerParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PrivateFedPowerParameters(
    @Schema(description = "default: normalised rows") @Valid RowParameters rows,
    @Schema(description = "default: the default of each of its properties") @Valid
        PowerParameters factors,
    @Schema(description = "default: the default of each of its properties") @Valid
        ClippedItems popular,
    @Schema(
            description =
                "default: 2 over the number of participants; of rows that are not normalised to be given")
        @DecimalMin("0.000001")
        @DecimalMax("1000000000")
        @Nullable Double productClip,
    @Schema(description = "default: gf-cf; of rows that are not normalised spectral") @Valid
        PriviRecKParameters.Model model,
    @Schema(defaultValue = "" + DEFAULT_TOP_N) @Min(1) @Max(65535) Integer topN,
    @Schema(description = "differential privacy; default: that of the service") @Valid
        @Nullable PrivacyParameters privacy)
    implements NoisyParameters, PrivateFedPowerParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "fedpower-private";

  /// Nothing given.
  public static final PrivateFedPowerParameters DEFAULT =
      PrivateFedPowerParametersBuilder.builder().build();

  public PrivateFedPowerParameters {
    rows = requireNonNullElse(rows, RowParameters.DEFAULT);
    factors = requireNonNullElse(factors, PowerParameters.DEFAULT);
    popular = requireNonNullElse(popular, ClippedItems.DEFAULT);
    model = requireNonNullElse(model, PriviRecKParameters.defaultModel(rows));
    topN = requireNonNullElse(topN, DEFAULT_TOP_N);
  }

  /// The parameters of a request that gives nothing but rows: the model follows from these.
  public static PrivateFedPowerParameters of(RowParameters rows) {
    return PrivateFedPowerParametersBuilder.builder().rows(rows).build();
  }

  /// The most popular items by noisy counts, and the bound of a user's row among them.
  ///
  /// @param items how many
  /// @param clip most squared norm of a user's row: of normalised rows over the average, of other
  ///   rows in squares of the largest number
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "PrivateFedPowerPopular")
  @RecordBuilder
  public record ClippedItems(
      @Schema(description = "default: that of privirec-k with noise") @Min(2) @Max(65535)
          @Nullable Integer items,
      @Schema(description = "default: 0.5 of normalised rows, 20 of others")
          @DecimalMin("0.01")
          @DecimalMax("10000.0")
          @Nullable Double clip)
      implements PrivateFedPowerParametersClippedItemsBuilder.With {
    /// Nothing given.
    public static final ClippedItems DEFAULT =
        PrivateFedPowerParametersClippedItemsBuilder.builder().build();
  }

  /// Reads this form, and the flat form of versions before 0.1.
  @SuppressWarnings("NullAway") // The constructor fills in defaults.
  @JsonCreator
  static PrivateFedPowerParameters read(
      @JsonProperty("rows") @Nullable RowParameters rows,
      @JsonProperty("factors") @Nullable PowerParameters factors,
      @JsonProperty("popular") @Nullable ClippedItems popular,
      @JsonProperty("productClip") @Nullable Double productClip,
      @JsonProperty("model") PriviRecKParameters.@Nullable Model model,
      @JsonProperty("topN") @Nullable Integer topN,
      @JsonProperty("privacy") @Nullable PrivacyParameters privacy,
      @Schema(hidden = true) @JsonProperty("largest") @Nullable Double largest,
      @Schema(hidden = true) @JsonProperty("clip") @Nullable Double clip,
      @Schema(hidden = true) @JsonProperty("items") @Nullable Integer items,
      @Schema(hidden = true) @JsonProperty("k") @Nullable Integer k,
      @Schema(hidden = true) @JsonProperty("oversampling") @Nullable Integer oversampling,
      @Schema(hidden = true) @JsonProperty("localSteps") @Nullable Integer localSteps,
      @Schema(hidden = true) @JsonProperty("rounds") @Nullable Integer rounds,
      @Schema(hidden = true) @JsonProperty("seed") @Nullable Long seed) {
    if (popular != null && (items != null || clip != null)) {
      throw new IllegalArgumentException("items and clip are properties of popular");
    }
    return PrivateFedPowerParametersBuilder.builder()
        .rows(RowParameters.of(rows, largest))
        .factors(PowerParameters.of(factors, k, oversampling, localSteps, rounds, seed))
        .popular(popular == null ? new ClippedItems(items, clip) : popular)
        .productClip(productClip)
        .model(model)
        .topN(topN)
        .privacy(privacy)
        .build();
  }

  @Override
  public PrivateFedPowerParameters withNoise(@Nullable PrivacyParameters noise) {
    return withPrivacy(noise);
  }
}
