package io.privirec.lab.family;

import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.data.Dataset;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.wire.algorithm.AlgorithmParameters;

/// Parameters of a session on a data set, settled as its coordinator would settle them.
public final class SessionParameters {
  private SessionParameters() {}

  /// Fills in what was not given.
  ///
  /// @param seed of the start basis, where none is given
  /// @throws InvalidOptionException when they do not go together, or not with the data
  public static AlgorithmParameters settle(
      String algorithm, AlgorithmParameters asked, Dataset dataset, long seed) {
    try {
      return AlgorithmRegistry.settle(
          algorithm, asked, dataset.items(), /* participants= */ 0, () -> seed);
    } catch (InvalidParametersException e) {
      throw new InvalidOptionException(algorithm + ": " + e.getMessage());
    }
  }

  /// The algorithm of settled parameters.
  ///
  /// @throws InvalidOptionException when one is out of range
  public static Algorithm build(AlgorithmParameters settled, Dataset dataset) {
    try {
      return AlgorithmRegistry.build(settled, dataset.items());
    } catch (InvalidParametersException e) {
      throw new InvalidOptionException(String.valueOf(e.getMessage()));
    }
  }

  /// The algorithm of parameters, of which some may not be given.
  ///
  /// @throws InvalidOptionException when they do not go together, or not with the data
  public static Algorithm algorithm(
      String algorithm, AlgorithmParameters asked, Dataset dataset, long seed) {
    return build(settle(algorithm, asked, dataset, seed), dataset);
  }
}
