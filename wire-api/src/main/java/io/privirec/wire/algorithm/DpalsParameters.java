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

/// Parameters of alternating least squares over ratings with privacy of users. What is left out
/// comes from the preset.
///
/// @param preset settings by name, such as `ml-1m-eps-10`
/// @param lowest rating; lower ones are taken for it
/// @param highest rating
/// @param bound what is left of a rating without its user's level is clipped to it
/// @param constant first coordinate of every user's vector, for `adaptive`
/// @param fit what is fitted, and how much noise goes where
/// @param seed public seed of the first vectors
/// @param privacy how much noise, and whom it protects
@JsonTypeName(DpalsParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record DpalsParameters(
    @Schema(description = "default: the one of ml-1m whose epsilon is nearest")
        @Nullable String preset,
    @Schema(defaultValue = "" + DpalsParameters.LOWEST) @DecimalMin("-1e6") @DecimalMax("1e6")
        Double lowest,
    @Schema(defaultValue = "" + DpalsParameters.HIGHEST) @DecimalMin("-1e6") @DecimalMax("1e6")
        Double highest,
    @Schema(description = "default: the preset's") @DecimalMin("0.001") @DecimalMax("1e6")
        @Nullable Double bound,
    @Schema(description = "default: the preset's") @DecimalMin("0") @DecimalMax("0.999")
        @Nullable Double constant,
    @Schema(description = "default: the preset's") @Valid BoundedFitParameters fit,
    @Schema(description = "of the first vectors; default: the coordinator draws one")
        @Nullable Long seed,
    @Schema(description = "differential privacy; default: that of the service") @Valid
        @Nullable PrivacyParameters privacy)
    implements NoisyParameters, DpalsParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "dpals";

  static final int LOWEST = 1;
  static final int HIGHEST = 5;

  /// Nothing given.
  public static final DpalsParameters DEFAULT = DpalsParametersBuilder.builder().build();

  public DpalsParameters {
    lowest = requireNonNullElse(lowest, (double) LOWEST);
    highest = requireNonNullElse(highest, (double) HIGHEST);
    fit = requireNonNullElse(fit, BoundedFitParameters.DEFAULT);
  }

  @Override
  public DpalsParameters withNoise(@Nullable PrivacyParameters noise) {
    return withPrivacy(noise);
  }
}
