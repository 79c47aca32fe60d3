package io.privirec.lab.factor;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.Reference;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.operator.option.InvalidOptionException;

/// The reference of an algorithm, as the lab measures it.
public final class ReferenceFilter {
  private ReferenceFilter() {}

  /// Computes the model that a session publishes, from all data in one place. A model that predicts
  /// ratings is a [io.privirec.lab.evaluation.RatingPredictor], too.
  ///
  /// @throws InvalidOptionException if the data are not enough for a model
  public static ItemFilter of(AlgorithmSettings algorithm, Dataset dataset) {
    return switch (reference(algorithm, dataset)) {
      case Reference.Filter filter -> filter.filter().get();
      case Reference.Factors(int _, var factors) -> ItemFactorFilter.of(factors.get());
      case Reference.None() ->
          throw new InvalidOptionException(algorithm.algorithm().id() + " makes no model");
    };
  }

  private static Reference reference(AlgorithmSettings algorithm, Dataset dataset) {
    try {
      return algorithm.reference(dataset.trainRatings());
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionException(String.valueOf(e.getMessage()));
    }
  }
}
