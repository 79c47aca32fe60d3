package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonTypeName;

/// Item degrees alone have no parameters.
@JsonTypeName(ItemDegreesParameters.ALGORITHM)
public record ItemDegreesParameters() implements AlgorithmParameters {
  /// Name in the API.
  public static final String ALGORITHM = "item-degrees";
}
