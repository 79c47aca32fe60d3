package io.privirec.federation.privirec;

import static io.privirec.federation.InvalidParametersException.choice;
import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.factors.FactorSettlement;
import io.privirec.federation.factors.SettledBspm;
import io.privirec.federation.factors.SettledFactors;
import io.privirec.federation.noise.EffectiveItems;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.graph.GramForm;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.Bspm;
import io.privirec.wire.algorithm.PriviRecParameters.GfCf;
import io.privirec.wire.algorithm.PriviRecParameters.Model;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import io.privirec.wire.algorithm.PriviRecParameters.TurboCf;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// [PriviRec] as sessions ask for it; with privacy it is [NoisyPriviRec].
public final class PriviRecDescriptor implements AlgorithmDescriptor<PriviRecParameters> {
  private static final String ITEMS = FactorSettlement.MODEL + "/items";

  private static final double DEFAULT_GAMMA = 2;

  /// Of which a matrix is worth its noise.
  private static final int LEAST_ITEMS = 100;

  @Override
  public PriviRecParameters defaults() {
    return PriviRecParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.ByDefault();
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(RankOfData.privirec());
  }

  @Override
  public PriviRecParameters settle(
      PriviRecParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    SettledPrivacy.requireOneOf(asked.privacy(), asked.minSupport());
    int rank = FactorParameters.defaultRank(items);
    Model model =
        switch (modelOf(asked)) {
          case GfCf(Double gamma, var factors) ->
              GfCf.DEFAULT
                  .withGamma(gamma)
                  .withFactors(settled(factors).settle(items, rank, seeds));
          case Bspm(var process, var factors) ->
              Bspm.DEFAULT
                  .withProcess(process)
                  .withFactors(settled(factors).settle(items, rank, seeds));
          case TurboCf turboCf -> turboCf;
          case PopularGram gram -> settle(gram, privacy(asked.privacy()), items);
        };
    require(
        asked.privacy() == null || model instanceof PopularGram,
        FactorSettlement.MODEL + "/type",
        "must be popular-gram: the other models have no form with noise; they need \"noise\":"
            + " \"none\"");
    return asked
        .withModel(model)
        .withMinSupport(FactorSettlement.minSupport(asked.minSupport(), asked.privacy()))
        .withPrivacy(
            asked.privacy() == null
                ? null
                : SettledPrivacy.settle(asked.privacy(), participants, null));
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

  /// The part of the effective number of items; measured.
  private static double defaultPart(double epsilon) {
    if (epsilon < SettledPrivacy.SMALL_EPSILON) {
      return .28;
    }
    return epsilon < SettledPrivacy.LARGE_EPSILON ? .6 : .75;
  }

  /// How the noisy counts choose the number of items.
  private static EffectiveItems size(PopularGram settled, double epsilon)
      throws InvalidParametersException {
    int most = given(ITEMS, settled.items());
    Double part = settled.part();
    return part == null
        ? earlierSize(epsilon, most)
        : new EffectiveItems(part, Math.min(LEAST_ITEMS, most), most);
  }

  /// Settled parameters of the first version with this size state no part.
  private static EffectiveItems earlierSize(double epsilon, int most) {
    if (epsilon < SettledPrivacy.SMALL_EPSILON) {
      return new EffectiveItems(.35, Math.min(60, most), most);
    }
    return new EffectiveItems(
        epsilon < SettledPrivacy.LARGE_EPSILON ? .6 : .75, Math.min(100, most), most);
  }

  private static int mostItems(double epsilon) {
    if (epsilon < SettledPrivacy.SMALL_EPSILON) {
      return 1000;
    }
    return epsilon < SettledPrivacy.LARGE_EPSILON ? 2000 : 3000;
  }

  private static PopularGram settle(PopularGram asked, PrivacyParameters privacy, int items)
      throws InvalidParametersException {
    double epsilon = given(SettledPrivacy.POINTER + "/epsilon", privacy.epsilon());
    int popular = requireNonNullElse(asked.items(), Math.min(items, mostItems(epsilon)));
    require(
        popular >= 2 && popular <= items,
        ITEMS,
        "must be in [2, %s], the catalogue. Provided value: %s".formatted(items, popular));
    String size =
        requireNonNullElse(
            asked.size(), asked.items() == null ? PopularGram.BY_COUNTS : PopularGram.FIXED);
    choice(
        FactorSettlement.MODEL + "/size",
        size,
        List.of(PopularGram.BY_COUNTS, PopularGram.FIXED),
        each -> each);
    boolean byCounts = size.equals(PopularGram.BY_COUNTS);
    require(
        byCounts || asked.part() == null,
        FactorSettlement.MODEL + "/part",
        "is not a parameter of the size fixed");
    String form = formOf(asked);
    boolean threshold = form.equals(PopularGram.THRESHOLD);
    boolean weighed = form.equals(PopularGram.GF_CF) || form.equals(PopularGram.BSPM);
    boolean ranked = weighed || form.equals(PopularGram.PROJECTOR);
    forForm(form, threshold, "threshold", asked.threshold());
    forForm(form, threshold, "exponent", asked.exponent());
    forForm(form, threshold, "popularity", asked.popularity());
    forForm(form, weighed, "gamma", asked.gamma());
    forForm(form, ranked, "rank", asked.rank());
    forForm(form, ranked, "itemsPerRank", asked.itemsPerRank());
    boolean bySpectrum = ranked && asked.rank() == null;
    require(
        bySpectrum || asked.itemsPerRank() == null,
        FactorSettlement.MODEL + "/itemsPerRank",
        "is only for a rank by the spectrum: leave out rank");
    return asked
        .withForm(form)
        .withItems(popular)
        .withSize(size)
        .withPart(byCounts ? requireNonNullElse(asked.part(), defaultPart(epsilon)) : null)
        .withItemsPerRank(
            bySpectrum
                ? requireNonNullElse(
                    asked.itemsPerRank(), GramForm.BySpectrum.DEFAULT.itemsPerRank())
                : null)
        .withGamma(weighed ? requireNonNullElse(asked.gamma(), DEFAULT_GAMMA) : null)
        .withThreshold(threshold ? requireNonNullElse(asked.threshold(), 1.5) : null)
        .withExponent(threshold ? requireNonNullElse(asked.exponent(), .1) : null)
        .withPopularity(
            threshold
                ? requireNonNullElse(
                    asked.popularity(), epsilon < SettledPrivacy.SMALL_EPSILON ? 1.0 : 0.0)
                : null);
  }

  private static void forForm(String form, boolean has, String name, @Nullable Number value)
      throws InvalidParametersException {
    require(
        has || value == null,
        FactorSettlement.MODEL + "/" + name,
        "is not a parameter of the form " + form);
  }

  /// Settled parameters of earlier versions have a threshold and no form.
  private static String formOf(PopularGram gram) {
    return requireNonNullElse(
        gram.form(), gram.threshold() == null ? PopularGram.GF_CF : PopularGram.THRESHOLD);
  }

  private static GramForm.Rank rank(PopularGram settled) {
    Integer stated = settled.rank();
    if (stated != null) {
      return new GramForm.Fixed(stated);
    }
    Integer itemsPerRank = settled.itemsPerRank();
    return itemsPerRank == null
        ? NoisyPriviRec.EARLIER_RANK
        : new GramForm.BySpectrum(itemsPerRank);
  }

  private static GramForm form(PopularGram settled) throws InvalidParametersException {
    String pointer = FactorSettlement.MODEL + "/form";
    GramForm.Rank rank = rank(settled);
    return switch (formOf(settled)) {
      case PopularGram.GF_CF ->
          new GramForm.GfCf(given(FactorSettlement.MODEL + "/gamma", settled.gamma()), rank);
      case PopularGram.PROJECTOR -> new GramForm.Projector(rank);
      case PopularGram.TURBO_CF -> new GramForm.Turbo();
      case PopularGram.BSPM ->
          new GramForm.Sharpened(given(FactorSettlement.MODEL + "/gamma", settled.gamma()), rank);
      case PopularGram.THRESHOLD ->
          new GramForm.Threshold(
              given(FactorSettlement.MODEL + "/threshold", settled.threshold()),
              given(FactorSettlement.MODEL + "/exponent", settled.exponent()),
              given(FactorSettlement.MODEL + "/popularity", settled.popularity()));
      default ->
          throw new InvalidParametersException(
              pointer,
              "must be gf-cf, projector, turbo-cf, bspm or threshold. Provided value: "
                  + settled.form());
    };
  }

  @Override
  public AlgorithmSettings build(PriviRecParameters settled, int items)
      throws InvalidParametersException {
    if (settled.model() instanceof PopularGram gram) {
      SettledPrivacy privacy = SettledPrivacy.ofEitherCounts(privacy(settled.privacy()));
      return new NoisyPriviRec(
          items,
          privacy,
          given(ITEMS, gram.items()),
          PopularGram.BY_COUNTS.equals(gram.size())
              ? Optional.of(size(gram, privacy.terms().target().epsilon()))
              : Optional.empty(),
          given(FactorSettlement.MODEL + "/profile", gram.profile()),
          form(gram),
          settled.topN());
    }
    return new PriviRec(
        items,
        model(given(FactorSettlement.MODEL, settled.model())),
        settled.topN(),
        given(SettledPrivacy.MIN_SUPPORT, settled.minSupport()));
  }

  private static GramModel model(Model settled) throws InvalidParametersException {
    return switch (settled) {
      case GfCf(Double gamma, var factors) -> new GramModel.GfCf(iteration(factors), gamma);
      case TurboCf(Double alpha, Double exponent, Integer filter) ->
          new GramModel.TurboCf(alpha, exponent, filter);
      case Bspm(var process, var factors) ->
          new GramModel.Bspm(
              iteration(factors),
              SettledBspm.settings(FactorSettlement.MODEL + "/process", process));
      case PopularGram _ -> throw new IllegalArgumentException("popular-gram is of noisy sums");
    };
  }

  private static PowerIteration iteration(FactorParameters factors)
      throws InvalidParametersException {
    return settled(factors).iteration();
  }

  private static SettledFactors settled(FactorParameters factors) {
    return new SettledFactors(FactorSettlement.MODEL + "/factors", factors);
  }
}
