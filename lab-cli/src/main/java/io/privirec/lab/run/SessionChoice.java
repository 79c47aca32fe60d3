package io.privirec.lab.run;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.family.Family;
import io.privirec.lab.family.SessionParameters;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Which session a run asks for, as far as that can be said without the data.
///
/// @param algorithm its name in the API, that a family has
/// @param k rank; null for a default that suits the data, where the model has factors
/// @param parameters the others that were given, by their paths in the API: `model.type`
record SessionChoice(String algorithm, @Nullable Integer k, Map<String, String> parameters) {
  /// A name that does not exist must not be dropped without a word.
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final String EPSILON = "privacy.epsilon";

  /// Those of services unless they are told otherwise.
  private static final double LIMIT = 8;

  private static final double LIMIT_PER_SUM = 2;

  SessionChoice {
    parameters = Map.copyOf(parameters);
    Families.running(algorithm);
    if (k != null) {
      InvalidOptionException.requireRange("--k", k, 1, 4096);
    }
  }

  /// Every parameter of the session, as the coordinator would settle them.
  ///
  /// @param users with interactions
  /// @param seed of the start basis, where there is one
  /// @throws InvalidOptionException when they do not go together, or not with the data
  AlgorithmParameters settle(Dataset dataset, int users, long seed) {
    family().requireData("--algorithm", algorithm, dataset);
    Map<String, Object> given = new TreeMap<>();
    new TreeMap<>(parameters).forEach((path, value) -> put(given, path, value));
    new TreeMap<>(family().parameters(algorithm, k, parameters, dataset, users))
        .forEach((path, value) -> put(given, path, value));
    AlgorithmParameters settled = SessionParameters.settle(algorithm, asked(given), dataset, seed);
    family().requireSize(SessionParameters.build(settled, dataset), dataset, users);
    return settled;
  }

  /// Properties of a coordinator with room for the ε that is asked for, and for a second attempt.
  /// In a run, operator and holders are whoever asked for it.
  Map<String, String> budget() {
    return allowing("privirec.coordinator.privacy.");
  }

  /// Properties of client-services whose holders allow it.
  Map<String, String> holdersLimits() {
    Map<String, String> limits = new TreeMap<>(allowing("privirec.client.privacy."));
    if (hasPrivacy()) {
      limits.put(
          "privirec.client.privacy.max-epsilon-per-sum",
          Double.toString(Math.max(LIMIT_PER_SUM, epsilon())));
    }
    return limits;
  }

  private Map<String, String> allowing(String prefix) {
    return hasPrivacy()
        ? Map.of(
            prefix + "delta",
            parameters.getOrDefault("privacy.delta", Double.toString(SessionOptions.DEFAULT_DELTA)),
            prefix + "max-epsilon",
            Double.toString(Math.max(LIMIT, 2 * epsilon())))
        : Map.of();
  }

  private boolean hasPrivacy() {
    return parameters.containsKey(EPSILON);
  }

  private double epsilon() {
    return Double.parseDouble(parameters.getOrDefault(EPSILON, ""));
  }

  Family family() {
    return Families.running(algorithm);
  }

  private AlgorithmParameters asked(Map<String, Object> given) {
    try {
      return JSON.convertValue(given, AlgorithmParameters.typeFor(algorithm));
    } catch (JacksonException e) {
      throw new InvalidOptionException(
          "the parameters %s are not those of %s: %s"
              .formatted(given, algorithm, e.getOriginalMessage()));
    }
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> object, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      object.put(path, value);
    } else if (object.computeIfAbsent(path.substring(0, dot), _ -> new TreeMap<String, Object>())
        instanceof Map<?, ?> inner) {
      put((Map<String, Object>) inner, path.substring(dot + 1), value);
    } else {
      throw new InvalidOptionException("--parameter: there is a value where %s is".formatted(path));
    }
  }
}
