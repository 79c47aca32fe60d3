package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// Parameters of item degrees alone.
///
/// @param minSupport items that fewer users have leave the session after the first sum; 1: none.
///   Only for a sum without noise
/// @param privacy noise of the sum; absent in settled parameters: the sum carries no noise
@JsonTypeName(ItemDegreesParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record ItemDegreesParameters(
    @Schema(description = "only without noise; default: 5") @Min(1) @Max(1000000)
        @Nullable Integer minSupport,
    @Schema(description = "differential privacy; default: that of the service") @Valid
        @Nullable PrivacyParameters privacy)
    implements NoisyParameters, ItemDegreesParametersBuilder.With {
  /// Name in the API.
  public static final String ALGORITHM = "item-degrees";

  /// Nothing given.
  public static final ItemDegreesParameters DEFAULT =
      ItemDegreesParametersBuilder.builder().build();

  @Override
  public ItemDegreesParameters withNoise(@Nullable PrivacyParameters noise) {
    return withPrivacy(noise);
  }
}
