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
