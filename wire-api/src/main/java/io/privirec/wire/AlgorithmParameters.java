package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/**
 * Parameters of an algorithm. In JSON the property {@code algorithm} beside them says which; alone
 * they are a plain object.
 */
@Schema(
    description = "Which of them applies is said by the property algorithm beside this one",
    oneOf = {
      PriviRecKParameters.class,
      PriviRecParameters.class,
      ItemDegreesParameters.class,
      RehearsalParameters.class
    })
public sealed interface AlgorithmParameters
    permits PriviRecKParameters,
        PriviRecParameters,
        ItemDegreesParameters,
        RehearsalParameters,
        UnknownParameters {
  /** The parameters that belong to an algorithm; {@link UnknownParameters} for any other name. */
  static Class<? extends AlgorithmParameters> typeFor(String algorithm) {
    return switch (algorithm) {
      case PriviRecKParameters.ALGORITHM -> PriviRecKParameters.class;
      case PriviRecParameters.ALGORITHM -> PriviRecParameters.class;
      case ItemDegreesParameters.ALGORITHM -> ItemDegreesParameters.class;
      case RehearsalParameters.ALGORITHM -> RehearsalParameters.class;
      default -> UnknownParameters.class;
    };
  }

  /** Parameters of an algorithm of which none is given. */
  static AlgorithmParameters unset(String algorithm) {
    return switch (algorithm) {
      case PriviRecKParameters.ALGORITHM ->
          new PriviRecKParameters(null, null, null, null, null, null);
      case PriviRecParameters.ALGORITHM -> PriviRecParameters.UNSET;
      case ItemDegreesParameters.ALGORITHM -> new ItemDegreesParameters();
      case RehearsalParameters.ALGORITHM -> new RehearsalParameters(null, null, null, null, null);
      default -> new UnknownParameters(Map.of());
    };
  }
}
