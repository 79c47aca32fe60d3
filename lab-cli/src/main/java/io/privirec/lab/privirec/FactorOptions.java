package io.privirec.lab.privirec;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.GramModel;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.lab.session.SessionParameters;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of the power iterations that models of factors, and federated ones, are made with.
public final class FactorOptions {
  /// What a grid or published settings say instead.
  static final List<String> NAMES = List.of("--k", "--oversampling", "--iterations", "--lambda");

  /// Of [Recommender#SPECTRAL] only.
  static final String RESPONSE = "--response";

  @Option(
      names = "--k",
      paramLabel = "N",
      description =
          "Rank of the factors of privirec-k, spectral, and federated gf-cf and bspm. Default: 256,"
              + " or a sixteenth of users or items if that is less; of gf-cf and bspm the published"
              + " rank.")
  private @Nullable Integer k;

  @Option(
      names = "--oversampling",
      paramLabel = "N",
      description =
          "Columns that are iterated beside the k. Default: 0; of federated gf-cf the preset's.")
  private @Nullable Integer oversampling;

  @Option(names = "--iterations", paramLabel = "L", description = "Power iterations. Default: 2.")
  private @Nullable Integer iterations;

  @Option(
      names = "--lambda",
      paramLabel = "NAME",
      description =
          "diag-t, nystrom, krylov or ritz. Default: krylov, or nystrom if there are too many columns"
              + " for it; of federated gf-cf the preset's.")
  private @Nullable String lambda;

  @Option(
      names = RESPONSE,
      paramLabel = "NAME",
      description = "Of spectral to an eigenvalue: flat or root. Default: flat.")
  private String response = FactorFilter.Response.FLAT.label();

  /// The algorithm without P̃ that these options describe.
  PriviRecK priviRecK(Dataset dataset, boolean isSpectral, long seed) {
    PriviRecKParameters.Model model =
        isSpectral ? new PriviRecKParameters.Spectral(response) : PriviRecKParameters.GfCf.DEFAULT;
    int rank = FactorParameters.defaultRank(Math.min(dataset.users(), dataset.items()));
    FactorParameters factors =
        factors(dataset, FactorParameters.DEFAULT.withK(rank).withOversampling(0), seed);
    return (PriviRecK)
        SessionParameters.algorithm(
            PriviRecK.ID,
            PriviRecKParameters.DEFAULT
                .withFactors(factors)
                .withModel(model)
                .withTopN(FilterFolder.DEFAULT_TOP_N)
                .withMinSupport(1),
            dataset,
            seed);
  }

  /// What is iterated.
  ///
  /// @param defaults for what no option says; smaller where the data set is
  FactorParameters factors(Dataset dataset, FactorParameters defaults, long seed) {
    FactorParameters fitted = Preset.fitted(defaults, dataset, seed);
    int largest = Math.min(dataset.users(), dataset.items());
    int rank = requireNonNullElse(k, requireNonNull(fitted.k()));
    int more =
        requireNonNullElse(
            oversampling, Math.max(0, Math.min(defaults.oversampling(), largest - rank)));
    if (rank < 1 || more < 0 || (long) rank + more > largest) {
      throw new InvalidOptionException(
          "--k must be at least 1, and with --oversampling at most %d. Provided values: %d, %d"
              .formatted(largest, rank, more));
    }
    return FactorParameters.DEFAULT
        .withK(rank)
        .withOversampling(more)
        .withIterations(iterations == null ? defaults.iterations() : iterations)
        .withLambda(lambda == null ? defaults.lambda() : lambda)
        .withSeed(seed);
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
  public static String describe(GramModel model) {
    return switch (model) {
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
