package io.privirec.federation.factors;

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
public record SettledFactors(String pointer, FactorParameters parameters) {
  /// The largest eigenproblem that is solved for a default: minutes from three thousand rows on.
  private static final int MOST_KRYLOV_COLUMNS = 2_048;

  /// Of all bases together, which take 24 bytes for each entry at work: 768 MiB.
  private static final long MOST_KRYLOV_ENTRIES = 1L << 25;

  private static final int DEFAULT_ITERATIONS = 2;

  /// Fills in what depends on the catalogue or is drawn.
  ///
  /// @param defaultRank where no rank is given
  public FactorParameters settle(int items, int defaultRank, LongSupplier seeds)
      throws InvalidParametersException {
    int k = requireNonNullElse(parameters.k(), defaultRank);
    require(
        k >= 1 && k <= items, pointer + "/k", "must be in [1, " + items + "], the number of items");
    int more = parameters.oversampling();
    require(
        more >= 0 && more <= items - k,
        pointer + "/oversampling",
        "must be in [0, " + (items - k) + "], the number of items less k");
    Long seed = parameters.seed();
    return parameters
        .withK(k)
        .withIterations(requireNonNullElse(parameters.iterations(), DEFAULT_ITERATIONS))
        .withLambda(requireNonNullElse(parameters.lambda(), Eigenvalues.DIAG_T.label()))
        .withSeed(seed == null ? (Long) seeds.getAsLong() : seed);
  }

  /// Gives λ where none is given: the best that the products tell of P̃. `krylov` takes all of
  /// them, if it can; else `nystrom`.
  public static FactorParameters withBestLambda(
      FactorParameters asked, int items, int defaultRank) {
    int iterations = requireNonNullElse(asked.iterations(), DEFAULT_ITERATIONS);
    long width = (long) requireNonNullElse(asked.k(), defaultRank) + asked.oversampling();
    long columns = iterations * width;
    Eigenvalues best =
        columns <= Math.min(items, MOST_KRYLOV_COLUMNS) && columns * items <= MOST_KRYLOV_ENTRIES
            ? Eigenvalues.KRYLOV
            : Eigenvalues.NYSTROM;
    return withLambda(asked, best);
  }

  /// Gives what noise asks for where it is not given: one product and Ritz values, so that few sums
  /// share the budget, and many columns. A user's part has the same norm for each number of them.
  ///
  /// @param oversampling where neither a rank nor oversampling is given
  public static FactorParameters noisy(FactorParameters asked, int oversampling) {
    boolean open = asked.k() == null && asked.oversampling() == 0;
    return withLambda(
        asked
            .withOversampling(open ? oversampling : asked.oversampling())
            .withIterations(requireNonNullElse(asked.iterations(), 1)),
        Eigenvalues.RITZ);
  }

  public static FactorParameters withLambda(FactorParameters asked, Eigenvalues unlessGiven) {
    return asked.withLambda(requireNonNullElse(asked.lambda(), unlessGiven.label()));
  }

  /// Of settled parameters.
  public PowerIteration iteration() throws InvalidParametersException {
    return new PowerIteration(
        given(pointer + "/k", parameters.k()),
        parameters.oversampling(),
        given(pointer + "/iterations", parameters.iterations()),
        choice(
            pointer + "/lambda",
            given(pointer + "/lambda", parameters.lambda()),
            List.of(Eigenvalues.values()),
            Eigenvalues::label),
        given(pointer + "/seed", parameters.seed()));
  }
}
