package io.privirec.wire.algorithm;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Parameters of an algorithm. In JSON the property `algorithm` beside them says which; alone they
/// are a plain object. What a request leaves out takes the default that its record names; what
/// depends on the catalogue or is drawn is null until a session settles it.
@Schema(
    description =
        "The property algorithm beside this one says which of these types this object has")
public sealed interface AlgorithmParameters
    permits NoisyParameters,
        AlsParameters,
        IalsParameters,
        FedPowerParameters,
        UtilityFedPowerParameters,
        DdppmParameters,
        RehearsalParameters,
        UnknownParameters {
  /// How many users of the cohort an item must have, where nothing is given, so that the sums after
  /// the first one are over it.
  int DEFAULT_MIN_SUPPORT = 5;

  /// Entries kept per row of a folded filter.
  int DEFAULT_TOP_N = 1000;

  /// Names of the algorithms whose parameters are known.
  static List<String> names() {
    return List.copyOf(types().keySet());
  }

  /// The parameters that belong to an algorithm; [UnknownParameters] for any other name.
  static Class<? extends AlgorithmParameters> typeFor(String algorithm) {
    return types().getOrDefault(algorithm, UnknownParameters.class);
  }

  /// Returns the name of the algorithm that parameters belong to.
  static String nameOf(AlgorithmParameters parameters) {
    JsonTypeName name = parameters.getClass().getAnnotation(JsonTypeName.class);
    if (name == null) {
      throw new IllegalArgumentException("parameters of an unknown algorithm have no name");
    }
    return name.value();
  }

  private static Map<String, Class<? extends AlgorithmParameters>> types() {
    Map<String, Class<? extends AlgorithmParameters>> types = new LinkedHashMap<>();
    Stream.of(NoisyParameters.class, AlgorithmParameters.class)
        .flatMap(sealed -> Arrays.stream(sealed.getPermittedSubclasses()))
        .forEach(type -> {
          JsonTypeName name = type.getAnnotation(JsonTypeName.class);
          if (name != null) {
            types.put(name.value(), type.asSubclass(AlgorithmParameters.class));
          }
        });
    return types;
  }
}
