package io.privirec.lab.session;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.data.Dataset;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.operator.option.Suggestions;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/// Parameters of a session on a data set, settled as its coordinator would settle them.
public final class SessionParameters {
  /// A name that does not exist must not be dropped without a word.
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private SessionParameters() {}

  /// Reads parameters of an algorithm.
  ///
  /// @param given values by their paths in the API: `model.type`
  /// @throws InvalidOptionException when they are not the algorithm's
  public static AlgorithmParameters read(String algorithm, Map<String, ?> given) {
    Map<String, Object> object = new TreeMap<>();
    new TreeMap<>(given).forEach((path, value) -> put(object, path, value));
    try {
      return JSON.convertValue(object, AlgorithmParameters.typeFor(algorithm));
    } catch (JacksonException e) {
      throw new InvalidOptionException(
          "the parameters %s are not those of %s: %s%s"
              .formatted(object, algorithm, e.getOriginalMessage(), question(e)));
    }
  }

  private static String question(JacksonException refused) {
    return refused instanceof UnrecognizedPropertyException unknown
        ? Suggestions.question(
            unknown.getPropertyName(),
            unknown.getKnownPropertyIds().stream().map(String::valueOf).toList())
        : "";
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

  /// Fills in the defaults.
  ///
  /// @param seed of the start basis, where none is given
  /// @throws InvalidOptionException when they do not go together, or not with the data
  public static AlgorithmParameters settle(
      String algorithm, AlgorithmParameters asked, Dataset dataset, long seed) {
    return settle(algorithm, asked, dataset, /* participants= */ 0, seed);
  }

  /// Fills in the defaults for a cohort of this size.
  ///
  /// @throws InvalidOptionException when they do not go together, or not with the data
  public static AlgorithmParameters settle(
      String algorithm, AlgorithmParameters asked, Dataset dataset, int participants, long seed) {
    return settle(algorithm, asked, dataset.items(), participants, seed);
  }

  private static AlgorithmParameters settle(
      String algorithm, AlgorithmParameters asked, int items, int participants, long seed) {
    try {
      return AlgorithmRegistry.settleAsStated(algorithm, asked, items, participants, () -> seed);
    } catch (InvalidParametersException e) {
      throw new InvalidOptionException(algorithm + ": " + e.getMessage());
    }
  }

  /// The algorithm of settled parameters.
  ///
  /// @throws InvalidOptionException when one is out of range
  public static AlgorithmSettings build(AlgorithmParameters settled, Dataset dataset) {
    return build(settled, dataset.items());
  }

  private static AlgorithmSettings build(AlgorithmParameters settled, int items) {
    try {
      return AlgorithmRegistry.settings(settled, items);
    } catch (InvalidParametersException e) {
      throw new InvalidOptionException(String.valueOf(e.getMessage()));
    }
  }

  /// The algorithm of parameters, of which some may not be given.
  ///
  /// @throws InvalidOptionException when they do not go together, or not with the data
  public static AlgorithmSettings algorithm(
      String algorithm, AlgorithmParameters asked, Dataset dataset, long seed) {
    return build(settle(algorithm, asked, dataset, seed), dataset);
  }

  /// The algorithm of a session whose items are those of no data set.
  ///
  /// @param given values by their paths in the API
  /// @throws InvalidOptionException when they do not go together, or not with the items
  public static AlgorithmSettings algorithm(
      String algorithm, Map<String, ?> given, int items, int participants, long seed) {
    return build(settle(algorithm, read(algorithm, given), items, participants, seed), items);
  }
}
