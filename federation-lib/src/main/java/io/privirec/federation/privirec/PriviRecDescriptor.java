package io.privirec.federation.privirec;

import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.noisy.SettledPrivacy;
import io.privirec.filter.graph.PopularGramFilter;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.Bspm;
import io.privirec.wire.algorithm.PriviRecParameters.GfCf;
import io.privirec.wire.algorithm.PriviRecParameters.Model;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import io.privirec.wire.algorithm.PriviRecParameters.TurboCf;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// [PriviRec] as sessions ask for it; with privacy it is [NoisyPriviRec].
public final class PriviRecDescriptor implements AlgorithmDescriptor<PriviRecParameters> {
  private static final String ITEMS = PriviRecKDescriptor.MODEL + "/items";

  /// From this epsilon on, three thousand items have more signal than noise at ten thousands of
  /// users.
  static final double LARGE_EPSILON = 8;

  /// Below this epsilon, popularity tells more than what noise leaves of most entries.
  static final double SMALL_EPSILON = 2;

  @Override
  public PriviRecParameters defaults() {
    return PriviRecParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.ByDefault();
  }

  @Override
  public PriviRecParameters settle(
      PriviRecParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    SettledPrivacy.requireOneOf(asked.privacy(), asked.minSupport());
    Model model =
        switch (modelOf(asked)) {
          case GfCf(Double gamma, var factors) ->
              new GfCf(gamma, settled(factors).settle(items, seeds));
          case Bspm(var process, var factors) ->
              new Bspm(process, settled(factors).settle(items, seeds));
          case TurboCf turboCf -> turboCf;
          case PopularGram gram -> settle(gram, privacy(asked.privacy()), items);
        };
    require(
        asked.privacy() == null || model instanceof PopularGram,
        PriviRecKDescriptor.MODEL + "/type",
        "must be popular-gram: the other models have no form with noise; they need \"noise\":"
            + " \"none\"");
    return new PriviRecParameters(
        model,
        asked.topN(),
        PriviRecKDescriptor.minSupport(asked.minSupport(), asked.privacy()),
        asked.privacy() == null
            ? null
            : SettledPrivacy.settle(
                asked.privacy(), participants, SettledPrivacy.DEFAULT_ITEMS_PER_USER));
  }

  private static Model modelOf(PriviRecParameters asked) {
    return requireNonNullElse(
        asked.model(), asked.privacy() == null ? GfCf.DEFAULT : PopularGram.DEFAULT);
  }

  private static PrivacyParameters privacy(@Nullable PrivacyParameters asked)
      throws InvalidParametersException {
    require(asked != null, SettledPrivacy.POINTER, "is needed for popular-gram");
    return Objects.requireNonNull(asked);
  }

  private static int defaultItems(double epsilon) {
    if (epsilon < SMALL_EPSILON) {
      return 500;
    }
    return epsilon < LARGE_EPSILON ? 1000 : 3000;
  }

  private static PopularGram settle(PopularGram asked, PrivacyParameters privacy, int items)
      throws InvalidParametersException {
    double epsilon = given(SettledPrivacy.POINTER + "/epsilon", privacy.epsilon());
    int popular = requireNonNullElse(asked.items(), Math.min(items, defaultItems(epsilon)));
    require(
        popular >= 2 && popular <= items,
        ITEMS,
        "must be in [2, %d], the catalogue. Provided value: %d".formatted(items, popular));
    return new PopularGram(
        popular,
        asked.profile(),
        asked.threshold(),
        asked.exponent(),
        requireNonNullElse(asked.popularity(), epsilon < SMALL_EPSILON ? 1.0 : 0.0));
  }

  @Override
  public Algorithm build(PriviRecParameters settled, int items) throws InvalidParametersException {
    if (settled.model() instanceof PopularGram gram) {
      return new NoisyPriviRec(
          items,
          SettledPrivacy.of(privacy(settled.privacy())),
          given(ITEMS, gram.items()),
          gram.profile(),
          new PopularGramFilter.Settings(
              gram.threshold(),
              gram.exponent(),
              given(PriviRecKDescriptor.MODEL + "/popularity", gram.popularity())),
          settled.topN());
    }
    return new PriviRec(
        items,
        model(given(PriviRecKDescriptor.MODEL, settled.model())),
        settled.topN(),
        given(SettledPrivacy.MIN_SUPPORT, settled.minSupport()));
  }

  private static GramModel model(Model settled) throws InvalidParametersException {
    return switch (settled) {
      case GfCf(Double gamma, var factors) -> new GramModel.GfCf(iteration(factors), gamma);
      case TurboCf(Double alpha, Double exponent, Integer filter) ->
          new GramModel.TurboCf(alpha, exponent, filter);
      case Bspm(var process, var factors) ->
          new GramModel.Bspm(iteration(factors), SettledBspm.settings(process));
      case PopularGram _ -> throw new IllegalArgumentException("popular-gram is of noisy sums");
    };
  }

  private static PowerIteration iteration(FactorParameters factors)
      throws InvalidParametersException {
    return settled(factors).iteration();
  }

  private static SettledFactors settled(FactorParameters factors) {
    return new SettledFactors(PriviRecKDescriptor.MODEL + "/factors", factors);
  }
}
