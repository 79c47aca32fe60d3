package io.privirec.session;

import io.privirec.federation.privirec.PriviRecK;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.wire.AlgorithmParameters;
import java.util.Optional;

/// What a release was folded from, where that is a product of its factors alone.
public final class FactoredFilters {
  private FactoredFilters() {}

  /// The filter before it was folded.
  ///
  /// @param settled parameters of the release
  /// @param factors of the release
  /// @return empty where the model needs more than the factors, where its filter is no product of
  ///   them, and where the parameters are not known here
  public static Optional<FactorFilter> of(AlgorithmParameters settled, SpectralFactors factors) {
    try {
      return SessionAlgorithms.of(settled, factors.items()) instanceof PriviRecK algorithm
              && algorithm.model().filter(factors) instanceof FactorFilter filter
          ? Optional.of(filter)
          : Optional.empty();
    } catch (UnknownAlgorithmException | InvalidParametersException e) {
      return Optional.empty();
    }
  }
}
