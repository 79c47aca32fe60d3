package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/// Parameters of item degrees alone.
///
/// @param minSupport items that fewer users have leave the session after the first sum; 1: none.
///   Null with privacy
/// @param privacy noise of the sum; none: it is exact
@JsonTypeName(ItemDegreesParameters.ALGORITHM)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemDegreesParameters(
    @Schema(description = "default: 5; does not go with privacy") @Min(1) @Max(1000000)
        @Nullable Integer minSupport,
    @Schema(description = "differential privacy; absent: the sum is exact") @Valid
        @Nullable PrivacyParameters privacy)
    implements AlgorithmParameters {
  /// Name in the API.
  public static final String ALGORITHM = "item-degrees";

  /// Nothing given.
  public static final ItemDegreesParameters DEFAULT = new ItemDegreesParameters(null, null);

  public ItemDegreesParameters {
    if (minSupport == null && privacy == null) {
      minSupport = DEFAULT_MIN_SUPPORT;
    }
  }

  /// A sum with noise.
  public ItemDegreesParameters(PrivacyParameters privacy) {
    this(null, privacy);
  }
}
