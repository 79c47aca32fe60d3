package io.privirec.federation.privirec;

import static io.privirec.federation.InvalidParametersException.choice;
import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.InvalidParametersException;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.wire.algorithm.FactorParameters;
import java.util.List;
import java.util.function.LongSupplier;

/// From the parameters of a power iteration to the iteration.
///
/// @param pointer where they stand in the request
record SettledFactors(String pointer, FactorParameters parameters) {
  /// Fills in what depends on the catalogue or is drawn.
  FactorParameters settle(int items, LongSupplier seeds) throws InvalidParametersException {
    int k = requireNonNullElse(parameters.k(), Math.min(FactorParameters.DEFAULT_RANK, items));
    require(
        k >= 1 && k <= items, pointer + "/k", "must be in [1, " + items + "], the number of items");
    int more = parameters.oversampling();
    require(
        more >= 0 && more <= items - k,
        pointer + "/oversampling",
        "must be in [0, " + (items - k) + "], the number of items less k");
    Long seed = parameters.seed();
    return new FactorParameters(
        k,
        more,
        parameters.iterations(),
        parameters.lambda(),
        seed == null ? (Long) seeds.getAsLong() : seed);
  }

  /// Of settled parameters.
  PowerIteration iteration() throws InvalidParametersException {
    return new PowerIteration(
        given(pointer + "/k", parameters.k()),
        parameters.oversampling(),
        parameters.iterations(),
        choice(
            pointer + "/lambda",
            parameters.lambda(),
            List.of(Eigenvalues.values()),
            Eigenvalues::label),
        given(pointer + "/seed", parameters.seed()));
  }
}
