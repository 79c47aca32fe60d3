package io.privirec.lab.run;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.family.Family;
import io.privirec.lab.family.SessionParameters;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.wire.algorithm.AlgorithmParameters;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which session a run asks for, as far as that can be said without the data.
///
/// @param algorithm its name in the API, that a family has
/// @param k rank; null for a default that suits the data, where the model has factors
/// @param parameters the others that were given, by their paths in the API: `model.type`
record SessionChoice(String algorithm, @Nullable Integer k, Map<String, String> parameters) {
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
    Map<String, Object> given = new TreeMap<>(parameters);
    given.putAll(family().parameters(algorithm, k, parameters, dataset, users));
    AlgorithmParameters settled =
        SessionParameters.settle(
            algorithm, SessionParameters.read(algorithm, given), dataset, seed);
    family().requireUsers(SessionParameters.build(settled, dataset), users);
    return settled;
  }

  /// A number that was given as text.
  static double number(String option, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new InvalidOptionException(option + " must be a number. Provided value: " + text);
    }
  }

  Family family() {
    return Families.running(algorithm);
  }
}
