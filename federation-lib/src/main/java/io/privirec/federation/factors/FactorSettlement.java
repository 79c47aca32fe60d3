package io.privirec.federation.factors;

import static io.privirec.federation.InvalidParametersException.choice;
import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.graph.FactorFilter.Response;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecKParameters.Bspm;
import io.privirec.wire.algorithm.PriviRecKParameters.GfCf;
import io.privirec.wire.algorithm.PriviRecKParameters.Model;
import io.privirec.wire.algorithm.PriviRecKParameters.Popular;
import io.privirec.wire.algorithm.PriviRecKParameters.Spectral;
import io.privirec.wire.algorithm.PriviRecKParameters.TurboCf;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// From the parameters of `privirec-k` to [PriviRecK], with privacy to [NoisyPriviRecK], for every
/// family whose sessions end with factors.
public final class FactorSettlement {
  /// The pointer to the model of a request.
  public static final String MODEL = "/parameters/model";

  private static final String FACTORS = "/parameters/factors";
  private static final String POPULAR = "/parameters/popular";
  private static final List<String> NOISY_LAMBDAS =
      List.of(Eigenvalues.DIAG_T.label(), Eigenvalues.RITZ.label());
  private static final int MOST_ITEMS = 1000;
  private static final String IDEAL_RANK = MODEL + "/idealRank";

  private FactorSettlement() {}

  /// Fills in what depends on the catalogue or is drawn.
  public static PriviRecKParameters settle(
      PriviRecKParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    PrivacyParameters privacy = asked.privacy();
    SettledPrivacy.requireOneOf(privacy, asked.minSupport());
    if (privacy == null) {
      require(asked.popular() == null, POPULAR, "is for sums with noise");
      int rank = FactorParameters.defaultRank(items);
      FactorParameters factors =
          new SettledFactors(
                  FACTORS,
                  SettledFactors.withBestLambda(
                      requireNonNullElse(asked.factors(), FactorParameters.DEFAULT), items, rank))
              .settle(items, rank, seeds);
      int k = given(FACTORS + "/k", factors.k());
      return asked
          .withFactors(factors)
          .withModel(settle(requireNonNullElse(asked.model(), GfCf.DEFAULT), k, k))
          .withMinSupport(minSupport(asked.minSupport(), privacy));
    }
    double epsilon = given(SettledPrivacy.POINTER + "/epsilon", privacy.epsilon());
    Popular popular = settle(asked.popular(), epsilon, items);
    int most = given(POPULAR + "/items", popular.items());
    int ideal = idealRank(epsilon);
    Model model = requireNonNullElse(asked.model(), GfCf.DEFAULT);
    int columns = Math.min(most, MOST_ITEMS) / 2;
    // The response of spectral makes noise of small eigenvalues large.
    int rank = model instanceof Spectral ? Math.min(ideal, most) : Math.max(1, columns / 2);
    FactorParameters factors =
        new SettledFactors(
                FACTORS,
                SettledFactors.noisy(
                    requireNonNullElse(asked.factors(), FactorParameters.DEFAULT),
                    Math.max(0, columns - rank)))
            .settle(most, rank, seeds);
    int k = given(FACTORS + "/k", factors.k());
    require(
        NOISY_LAMBDAS.contains(given(FACTORS + "/lambda", factors.lambda())),
        FACTORS + "/lambda",
        ("must be one of %s: the others divide by eigenvalues that may be noise; they need"
                + " \"noise\": \"none\"")
            .formatted(String.join(", ", NOISY_LAMBDAS)));
    require(
        model instanceof GfCf || model instanceof Spectral,
        MODEL + "/type",
        "must be gf-cf or spectral: the other models have no form with noise; they need \"noise\":"
            + " \"none\"");
    return asked
        .withFactors(factors)
        .withModel(settle(model, k, Math.min(k, ideal)))
        .withPopular(popular)
        .withPrivacy(
            SettledPrivacy.settle(privacy, participants, SettledPrivacy.DEFAULT_ITEMS_PER_USER));
  }

  /// Returns the minimum support of settled parameters; null with noise.
  public static @Nullable Integer minSupport(
      @Nullable Integer asked, @Nullable PrivacyParameters privacy) {
    if (asked == null && privacy == null) {
      return AlgorithmParameters.DEFAULT_MIN_SUPPORT;
    }
    return asked;
  }

  private static Popular settle(@Nullable Popular asked, double epsilon, int items)
      throws InvalidParametersException {
    Popular given = requireNonNullElse(asked, Popular.DEFAULT);
    int most = requireNonNullElse(given.items(), Math.min(items, defaultItems(epsilon, items)));
    require(
        most >= 2 && most <= items,
        POPULAR + "/items",
        "must be in [2, %s], the catalogue. Provided value: %s".formatted(items, most));
    return given.withItems(most);
  }

  /// The noise of a product grows with the square root of the items, and the signal does not. The
  /// catalogue is a public number. A large catalogue has more items with signal.
  private static int defaultItems(double epsilon, int items) {
    return (int) Math.clamp(byEpsilon(epsilon, 2, 3, 7) * Math.sqrt(items), 100, MOST_ITEMS);
  }

  /// About as many columns with signal as stand out of the noise.
  private static int idealRank(double epsilon) {
    return byEpsilon(epsilon, 4, 8, 16);
  }

  private static int byEpsilon(double epsilon, int small, int usual, int large) {
    if (epsilon < SettledPrivacy.SMALL_EPSILON) {
      return small;
    }
    return epsilon < SettledPrivacy.LARGE_EPSILON ? usual : large;
  }

  private static Model settle(Model asked, int k, int ideal) throws InvalidParametersException {
    return switch (asked) {
      case GfCf(Double gamma, Integer rank) ->
          GfCf.DEFAULT
              .withGamma(gamma)
              .withIdealRank(idealRank(requireNonNullElse(rank, ideal), k));
      case Bspm(var process, Integer rank) ->
          Bspm.DEFAULT
              .withProcess(process)
              .withIdealRank(idealRank(requireNonNullElse(rank, ideal), k));
      case Spectral spectral -> spectral;
      case TurboCf turboCf -> {
        require(
            turboCf.filter() == 1 || turboCf.exponent() == 1,
            MODEL + "/filter",
            "must be 1 unless the exponent is 1: a power of a low-rank matrix has no low rank");
        yield turboCf;
      }
    };
  }

  private static int idealRank(int rank, int k) throws InvalidParametersException {
    require(rank >= 1 && rank <= k, IDEAL_RANK, "must be in [1, k]");
    return rank;
  }

  /// The settings of settled parameters.
  ///
  /// @throws InvalidParametersException if a parameter is missing or has no valid choice
  public static AlgorithmSettings build(PriviRecKParameters settled, int items)
      throws InvalidParametersException {
    PowerIteration iteration =
        new SettledFactors(FACTORS, given(FACTORS, settled.factors())).iteration();
    FactorModel model = model(given(MODEL, settled.model()));
    PrivacyParameters privacy = settled.privacy();
    if (privacy == null) {
      return new PriviRecK(
          items,
          iteration,
          model,
          settled.topN(),
          given(SettledPrivacy.MIN_SUPPORT, settled.minSupport()));
    }
    Popular popular = given(POPULAR, settled.popular());
    return new NoisyPriviRecK(
        items,
        SettledPrivacy.of(privacy),
        given(POPULAR + "/items", popular.items()),
        new NormalisedUsers(popular.clip()),
        iteration,
        model,
        settled.topN());
  }

  private static FactorModel model(Model settled) throws InvalidParametersException {
    return switch (settled) {
      case GfCf(Double gamma, Integer rank) -> new FactorModel.GfCf(gamma, given(IDEAL_RANK, rank));
      case Spectral(String response) ->
          new FactorModel.Spectral(
              choice(MODEL + "/response", response, List.of(Response.values()), Response::label));
      case TurboCf(Double exponent, Integer filter) -> new FactorModel.TurboCf(exponent, filter);
      case Bspm(var process, Integer rank) ->
          new FactorModel.Bspm(
              SettledBspm.settings(MODEL + "/process", process), given(IDEAL_RANK, rank));
    };
  }
}
