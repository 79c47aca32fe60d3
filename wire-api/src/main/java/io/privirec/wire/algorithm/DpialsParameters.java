package io.privirec.wire.algorithm;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import org.jspecify.annotations.Nullable;

/// Parameters of alternating least squares over interactions with privacy of users. What is left
/// out comes from the preset.
///
/// @param preset settings by name, such as `ml-1m-eps-10`
/// @param lambda0 λ₀, weight of the pairs without an interaction
/// @param itemFeatures public categories of the catalogue's items, which their vectors agree with,
///   too; absent: they are not read
/// @param fit what is fitted, and how much noise goes where
/// @param seed public seed of the first vectors
/// @param privacy how much noise, and whom it protects
@JsonTypeName(DpialsParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record DpialsParameters(
    @Schema(description = "default: the one of ml-1m whose epsilon is nearest")
        @Nullable String preset,
    @Schema(description = "default: the preset's") @DecimalMin("1e-6") @DecimalMax("1000")
        @Nullable Double lambda0,
    @Schema(
            description =
                "vectors agree with the categories that the catalogue has of items, which costs no"
                    + " privacy; absent: categories are not read")
        @Valid
        @Nullable ItemFeatures itemFeatures,
    @Schema(description = "default: the preset's") @Valid BoundedFitParameters fit,
    @Schema(description = "of the first vectors; default: the coordinator draws one")
        @Nullable Long seed,
    @Schema(description = "differential privacy; default: that of the service") @Valid
        @Nullable PrivacyParameters privacy)
    implements NoisyParameters, DpialsParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "dpials";

  /// Nothing given.
  public static final DpialsParameters DEFAULT = DpialsParametersBuilder.builder().build();

  public DpialsParameters {
    fit = requireNonNullElse(fit, BoundedFitParameters.DEFAULT);
  }

  @Override
  public DpialsParameters withNoise(@Nullable PrivacyParameters noise) {
    return withPrivacy(noise);
  }

  /// How public features of items count.
  ///
  /// @param weight γ of what categories add to the equations of an item's vector; 0: nothing
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(name = "ItemFeatures")
  public record ItemFeatures(
      @Schema(description = "default: the preset's") @DecimalMin("0") @DecimalMax("1e6")
          @Nullable Double weight) {}
}
