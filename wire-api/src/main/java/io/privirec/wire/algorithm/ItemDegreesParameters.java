package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;

/// Parameters of item degrees alone.
///
/// @param privacy noise of the sum; none: it is exact
@JsonTypeName(ItemDegreesParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemDegreesParameters(
    @Schema(description = "differential privacy; absent: the sum is exact") @Valid
        @Nullable PrivacyParameters privacy)
    implements AlgorithmParameters {
  /// Name in the API.
  public static final String ALGORITHM = "item-degrees";

  /// Nothing given.
  public static final ItemDegreesParameters DEFAULT = new ItemDegreesParameters(null);
}
