package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;

/** Item degrees alone have no parameters. */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
public record ItemDegreesParameters() implements AlgorithmParameters {
  /** Name in the API. */
  public static final String ALGORITHM = "item-degrees";
}
