package io.privirec.lab.experiment;

import io.privirec.federation.FactorModel;
import io.privirec.federation.GramModel;
import io.privirec.federation.PriviRec;
import io.privirec.federation.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.lab.run.InvalidOptionException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of the power iterations that models of factors, and federated ones, are made with.
final class FactorOptions {
  private static final int DEFAULT_K = 256;
  private static final int DEFAULT_ITERATIONS = 2;
  private static final int IDEAL_RANK = 256;

  @Option(
      names = "--k",
      paramLabel = "N",
      description =
          "Rank of factors; of bspm with federated filters, too. Default: 256, of bspm the published.")
  private @Nullable Integer k;

  @Option(
      names = "--oversampling",
      paramLabel = "N",
      description = "Columns that are iterated beside the k. Default: 0.")
  private int oversampling;

  @Option(names = "--iterations", paramLabel = "L", description = "Power iterations. Default: 2.")
  private int iterations = DEFAULT_ITERATIONS;

  @Option(
      names = "--lambda",
      paramLabel = "NAME",
      description = "diag-t, nystrom or ritz. Default: diag-t.")
  private String lambda = Eigenvalues.DIAG_T.label();

  @Option(
      names = "--response",
      paramLabel = "NAME",
      description = "Of spectral to an eigenvalue: flat or root. Default: flat.")
  private String response = FactorFilter.Response.FLAT.label();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the start basis and of who holds whom. Default: 1.")
  private long seed = 1;

  long seed() {
    return seed;
  }

  /// The algorithm without P̃ that these options describe.
  ///
  /// @param gamma of GF-CF
  PriviRecK priviRecK(Dataset dataset, boolean isSpectral, double gamma) {
    PowerIteration factors = factors(dataset);
    FactorModel model =
        isSpectral
            ? new FactorModel.Spectral(
                named(
                    "--response",
                    response,
                    FactorFilter.Response.values(),
                    FactorFilter.Response::label))
            : new FactorModel.GfCf(gamma, Math.min(factors.rank(), IDEAL_RANK));
    return new PriviRecK(dataset.items(), factors, model, FilterFolder.DEFAULT_TOP_N);
  }

  PowerIteration factors(Dataset dataset) {
    return factors(dataset, DEFAULT_K);
  }

  /// What is iterated.
  ///
  /// @param defaultRank k where none is asked for
  PowerIteration factors(Dataset dataset, int defaultRank) {
    int largest = Math.min(dataset.users(), dataset.items());
    int rank = k == null ? Math.min(defaultRank, largest) : k;
    if (rank < 1 || oversampling < 0 || (long) rank + oversampling > largest) {
      throw new InvalidOptionException(
          "--k must be at least 1, and with --oversampling at most %d. Provided values: %d, %d"
              .formatted(largest, rank, oversampling));
    }
    if (iterations < 1 || iterations > PriviRecK.MAX_ITERATIONS) {
      throw new InvalidOptionException(
          "--iterations must be in [1, %d]. Provided value: %d"
              .formatted(PriviRecK.MAX_ITERATIONS, iterations));
    }
    return new PowerIteration(
        rank,
        oversampling,
        iterations,
        named("--lambda", lambda, Eigenvalues.values(), Eigenvalues::label),
        seed);
  }

  private static <T> T named(String option, String name, T[] all, Function<T, String> label) {
    List<String> names = Arrays.stream(all).map(label).toList();
    if (!names.contains(name)) {
      throw new InvalidOptionException(
          "%s must be one of %s. Provided: %s"
              .formatted(option, names.stream().collect(Collectors.joining(", ")), name));
    }
    return all[names.indexOf(name)];
  }

  /// In words, for reports.
  static String describe(PriviRecK algorithm) {
    return describe(algorithm.factors())
        + switch (algorithm.model()) {
          case FactorModel.GfCf(double gamma, int idealRank) ->
              ", γ=%s, ideal rank %d".formatted(gamma, idealRank);
          case FactorModel.Spectral(FactorFilter.Response f) -> ", response " + f.label();
          case FactorModel.TurboCf(double exponent, int filter) ->
              ", s=%s, filter %d".formatted(exponent, filter);
          case FactorModel.Bspm(Bspm.Settings settings, int idealRank) ->
              ", %s, ideal rank %d".formatted(settings, idealRank);
        };
  }

  /// In words, for reports.
  static String describe(PriviRec algorithm) {
    return switch (algorithm.model()) {
      case GramModel.GfCf(PowerIteration factors, double gamma) ->
          describe(factors) + ", γ=%s".formatted(gamma);
      case GramModel.TurboCf(double alpha, double exponent, int filter) ->
          "α=%s, s=%s, filter %d".formatted(alpha, exponent, filter);
      case GramModel.Bspm(PowerIteration factors, Bspm.Settings settings) ->
          describe(factors) + ", " + settings;
    };
  }

  private static String describe(PowerIteration factors) {
    return "k=%d p=%d L=%d λ %s, seed %d"
        .formatted(
            factors.rank(),
            factors.width(),
            factors.iterations(),
            factors.eigenvalues().label(),
            factors.seed());
  }
}
