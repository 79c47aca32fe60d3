package io.privirec.federation.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.Algorithm;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.AskedNoise;
import io.privirec.federation.Disclosure;
import io.privirec.federation.DistinctSums;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.OnMissing;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.als.Als;
import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.noise.EffectiveItems;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.privirec.NoisyPriviRec;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.GramForm;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.BspmProcess;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.IalsParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.NoisyParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import io.privirec.wire.algorithm.RehearsalParameters;
import io.privirec.wire.algorithm.UnknownParameters;
import io.privirec.wire.algorithm.UtilityFedPowerParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlgorithmRegistryTest {
  private static final int ITEMS = 100;
  private static final FactorParameters OF_8 = FactorParameters.ofRank(8);
  private static final PowerIteration ITERATION_OF_8 =
      new PowerIteration(8, 0, 2, Eigenvalues.DIAG_T, 9);

  private static AlgorithmParameters settle(String algorithm, @Nullable AlgorithmParameters asked)
      throws Exception {
    return AlgorithmRegistry.settleAsStated(algorithm, asked, ITEMS, 10, () -> 9);
  }

  private static Algorithm built(String algorithm, @Nullable AlgorithmParameters asked)
      throws Exception {
    return AlgorithmRegistry.build(settle(algorithm, asked), ITEMS);
  }

  private static AlgorithmSettings settings(String algorithm, @Nullable AlgorithmParameters asked)
      throws Exception {
    return AlgorithmRegistry.settings(settle(algorithm, asked), ITEMS);
  }

  private static PriviRecKParameters lowRank(PriviRecKParameters.Model model) {
    return PriviRecKParameters.DEFAULT
        .withFactors(OF_8)
        .withModel(model)
        .withTopN(1000)
        .withMinSupport(1);
  }

  private static PriviRecParameters gram(PriviRecParameters.Model model) {
    return PriviRecParameters.DEFAULT.withModel(model).withTopN(1000).withMinSupport(1);
  }

  @Test
  void settle_nothingGiven_takesTheDefaults() throws Exception {
    assertThat(settle(PriviRecK.ID, null))
        .isEqualTo(
            PriviRecKParameters.DEFAULT
                .withFactors(
                    FactorParameters.DEFAULT
                        .withK(6)
                        .withOversampling(0)
                        .withIterations(2)
                        .withLambda("krylov")
                        .withSeed(9L))
                .withModel(PriviRecKParameters.GfCf.DEFAULT.withGamma(1.0).withIdealRank(6))
                .withTopN(1000)
                .withMinSupport(5));
    PowerIteration krylov = new PowerIteration(6, 0, 2, Eigenvalues.KRYLOV, 9);
    assertThat(settings(PriviRecK.ID, null))
        .isEqualTo(new PriviRecK(ITEMS, krylov, new FactorModel.GfCf(1, 6), 1000, 5));
    PowerIteration factors = new PowerIteration(6, 0, 2, Eigenvalues.DIAG_T, 9);
    assertThat(settings(PriviRec.ID, null))
        .isEqualTo(new PriviRec(ITEMS, new GramModel.GfCf(factors, .3), 1000, 5));
    assertThat(settle(ItemDegrees.ID, null))
        .isEqualTo(ItemDegreesParameters.DEFAULT.withMinSupport(5));
    assertThat(settings(ItemDegrees.ID, null))
        .isEqualTo(new ItemDegrees(ITEMS, 5, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "rehearsal, Nothing, ",
    "privirec-k, ExactSums, NoisySums",
    "privirec, ExactSums, NoisySums",
    "item-degrees, ExactSums, NoisySums",
    "als, ExactSums, ",
    "ials, ExactSums, ",
    "fedpower, ExactSums, ",
    "fedpower-utility, ExactSums, ",
    "ddppm, ExactSums, ",
    "dpals, , NoisySums",
    "dpials, , NoisySums",
    "fedpower-private, , NoisySums"
  })
  void disclosure_ofEachAlgorithm_isKnown(
      String name, @Nullable String without, @Nullable String withNoise) throws Exception {
    AlgorithmParameters defaults =
        switch (AlgorithmRegistry.named(name).defaults()) {
          case RehearsalParameters rehearsal -> rehearsal.withElements(10L);
          case UtilityFedPowerParameters utility -> utility.withKeyHolder("p1");
          case AlgorithmParameters other -> other;
        };
    if (without != null) {
      assertThat(built(name, defaults).disclosure().getClass().getSimpleName()).isEqualTo(without);
    }
    assertThat(defaults instanceof NoisyParameters).isEqualTo(withNoise != null);
    if (defaults instanceof NoisyParameters noisy) {
      assertThat(
              built(name, noisy.withNoise(PrivacyParameters.of(8, 1e-6)))
                  .disclosure()
                  .getClass()
                  .getSimpleName())
          .isEqualTo(withNoise);
    }
  }

  @ParameterizedTest
  @CsvSource({"33, 3, krylov", "34, 3, nystrom", "50, 2, krylov", "51, 2, nystrom"})
  void settle_noLambda_isTheBestOneThatTheColumnsAllow(int k, int iterations, String lambda)
      throws Exception {
    AlgorithmParameters settled =
        settle(
            PriviRecK.ID,
            PriviRecKParameters.DEFAULT.withFactors(
                FactorParameters.DEFAULT.withK(k).withOversampling(0).withIterations(iterations)));

    assertThat(settled)
        .isEqualTo(
            PriviRecKParameters.DEFAULT
                .withFactors(
                    FactorParameters.DEFAULT
                        .withK(k)
                        .withOversampling(0)
                        .withIterations(iterations)
                        .withLambda(lambda)
                        .withSeed(9L))
                .withModel(PriviRecKParameters.GfCf.DEFAULT.withGamma(1.0).withIdealRank(k))
                .withTopN(1000)
                .withMinSupport(5));
  }

  @Test
  void build_noRidgeOfIals_leavesItToTheFirstSum() throws Exception {
    assertThat(((Als) settings("ials", null)).terms().ridgeByTotals()).isTrue();
    assertThat(((IalsParameters) settle("ials", null)).lambda()).isNull();
    IalsParameters given = IalsParameters.DEFAULT.withLambda(8.);
    assertThat(((Als) settings("ials", given)).terms().ridgeByTotals()).isFalse();
    assertThat(built("ials", given).digest()).isNotEqualTo(built("ials", null).digest());
  }

  private static final PrivacyParameters EXPECTED =
      PrivacyParameters.of(3.0, 1e-6).withColluders(2);

  private static AlgorithmParameters asked(
      String algorithm, @Nullable AlgorithmParameters given, AskedNoise noise) throws Exception {
    return AlgorithmRegistry.settle(algorithm, given, noise, ITEMS, 10, () -> 9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"privirec-k", "privirec", "item-degrees", "dpals", "dpials", "fedpower-private"})
  void settle_withoutAWordOfNoise_takesTheExpectedNoise(String algorithm) throws Exception {
    AlgorithmParameters settled = asked(algorithm, null, new AskedNoise.Expected(EXPECTED));

    assertThat(((NoisyParameters) settled).privacy())
        .extracting(PrivacyParameters::epsilon, PrivacyParameters::colluders)
        .containsExactly(3.0, 2);
    assertThat(AlgorithmRegistry.isWithoutNoise(settled)).isFalse();
    Algorithm algorithmWithNoise = AlgorithmRegistry.build(settled, ITEMS);
    assertThat(algorithmWithNoise.disclosure()).isInstanceOf(Disclosure.NoisySums.class);
    assertThat(algorithmWithNoise.publication().popularItems()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"privirec-k", "privirec", "item-degrees", "als", "ials", "fedpower", "ddppm"})
  void settle_noNoise_hasSumsWithoutNoise(String algorithm) throws Exception {
    AlgorithmParameters settled = asked(algorithm, null, new AskedNoise.None());

    assertThat(AlgorithmRegistry.isWithoutNoise(settled)).isTrue();
    Algorithm algorithmWithoutNoise = AlgorithmRegistry.build(settled, ITEMS);
    assertThat(algorithmWithoutNoise.disclosure()).isInstanceOf(Disclosure.ExactSums.class);
    assertThat(algorithmWithoutNoise.publication().popularItems()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "als, dpals",
    "ials, dpials",
    "fedpower, fedpower-private",
    "fedpower-utility, fedpower-private",
    "ddppm, privirec"
  })
  void settle_noFormWithNoise_isRejectedWithTheAlternative(String algorithm, String alternative) {
    assertThatThrownBy(() -> asked(algorithm, null, new AskedNoise.Expected(EXPECTED)))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("\"none\"")
        .hasMessageContaining("ask for " + alternative)
        .extracting(e -> ((InvalidParametersException) e).pointer())
        .isEqualTo("/noise");
  }

  @ParameterizedTest
  @CsvSource({"dpals, als", "dpials, ials", "fedpower-private, fedpower"})
  void settle_noNoiseOfAnAlgorithmThatAlwaysHasNoise_isRejected(
      String algorithm, String alternative) {
    assertThatThrownBy(() -> asked(algorithm, null, new AskedNoise.None()))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining(alternative + " computes without noise");
    assertThatThrownBy(() -> asked("rehearsal", null, new AskedNoise.None()))
        .hasMessageContaining("depend on no data");
  }

  @Test
  void settle_noNoiseBesidePrivacy_isRejected() {
    assertThatThrownBy(() -> asked(PriviRec.ID, noisy(1, null), new AskedNoise.None()))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("beside privacy");
  }

  @Test
  void settle_parametersWithoutAFormWithNoise_areRejectedByName() {
    AskedNoise expected = new AskedNoise.Expected(EXPECTED);
    assertThatThrownBy(() ->
            asked(
                PriviRec.ID,
                PriviRecParameters.DEFAULT
                    .withModel(
                        PriviRecParameters.TurboCf.DEFAULT
                            .withAlpha(.5)
                            .withExponent(1.)
                            .withFilter(1))
                    .withTopN(9),
                expected))
        .hasMessageContaining("must be popular-gram");
    assertThatThrownBy(() ->
            asked(
                PriviRecK.ID,
                PriviRecKParameters.DEFAULT.withFactors(
                    FactorParameters.DEFAULT
                        .withK(8)
                        .withOversampling(0)
                        .withIterations(2)
                        .withLambda("nystrom")),
                expected))
        .hasMessageContaining("\"none\"");
    assertThatThrownBy(
            () -> asked(ItemDegrees.ID, ItemDegreesParameters.DEFAULT.withMinSupport(3), expected))
        .hasMessageContaining("minSupport");
  }

  @Test
  void build_spectral_isThatOfItsFactors() throws Exception {
    PriviRecKParameters asked =
        PriviRecKParameters.DEFAULT
            .withFactors(
                FactorParameters.DEFAULT
                    .withK(8)
                    .withOversampling(4)
                    .withIterations(3)
                    .withLambda("nystrom"))
            .withModel(new PriviRecKParameters.Spectral("flat"))
            .withTopN(50)
            .withMinSupport(1);

    assertThat(settings(PriviRecK.ID, asked))
        .isEqualTo(
            new PriviRecK(
                ITEMS,
                new PowerIteration(8, 4, 3, Eigenvalues.NYSTROM, 9),
                new FactorModel.Spectral(FactorFilter.Response.FLAT),
                50));
  }

  @Test
  void build_turboCf_hasNoHigherFilterOfAPowerOfFactors() throws Exception {
    assertThat(
            settings(
                PriviRecK.ID,
                lowRank(PriviRecKParameters.TurboCf.DEFAULT.withExponent(1.0).withFilter(3))))
        .isEqualTo(new PriviRecK(ITEMS, ITERATION_OF_8, new FactorModel.TurboCf(1, 3), 1000));
    assertRefused(
        "/model/filter",
        lowRank(PriviRecKParameters.TurboCf.DEFAULT.withExponent(.7).withFilter(3)));
    assertThat(
            settings(
                PriviRec.ID,
                gram(
                    PriviRecParameters.TurboCf.DEFAULT
                        .withAlpha(.6)
                        .withExponent(.7)
                        .withFilter(3))))
        .isEqualTo(new PriviRec(ITEMS, new GramModel.TurboCf(.6, .7, 3), 1000));
  }

  @ParameterizedTest
  @CsvSource({"late, LATE", "early, EARLY"})
  void build_bspm_takesWhatWasPublishedForGowalla(String merge, Bspm.Merge merged)
      throws Exception {
    BspmProcess process = BspmProcess.DEFAULT.withMerge(merge);
    Bspm.Settings settings = new Bspm.Settings(merged, Bspm.Solver.RK4, 1, 2.5, .2, false);

    assertThat(
            settings(PriviRecK.ID, lowRank(PriviRecKParameters.Bspm.DEFAULT.withProcess(process))))
        .isEqualTo(new PriviRecK(ITEMS, ITERATION_OF_8, new FactorModel.Bspm(settings, 8), 1000));
    assertThat(
            settings(
                PriviRec.ID,
                gram(PriviRecParameters.Bspm.DEFAULT.withProcess(process).withFactors(OF_8))))
        .isEqualTo(new PriviRec(ITEMS, new GramModel.Bspm(ITERATION_OF_8, settings), 1000));
  }

  private static PriviRecParameters noisy(
      double epsilon, PriviRecParameters.@Nullable Model model) {
    return PriviRecParameters.DEFAULT
        .withModel(model)
        .withTopN(1000)
        .withPrivacy(PrivacyParameters.of(epsilon, 1e-5));
  }

  @Test
  void settle_minSupportBesidePrivacy_isRefused() throws Exception {
    PrivacyParameters privacy = PrivacyParameters.of(1.0, 1e-5);
    assertRefused(
        "/minSupport",
        PriviRecParameters.DEFAULT.withTopN(1000).withMinSupport(5).withPrivacy(privacy));
    assertRefused(
        "/minSupport", ItemDegreesParameters.DEFAULT.withMinSupport(1).withPrivacy(privacy));
    assertThat(settings(ItemDegrees.ID, ItemDegreesParameters.DEFAULT.withMinSupport(7)))
        .isEqualTo(new ItemDegrees(ITEMS, 7, Optional.empty()));
    assertThat(
            ((ItemDegreesParameters)
                settle(ItemDegrees.ID, ItemDegreesParameters.DEFAULT.withPrivacy(privacy))))
        .extracting(ItemDegreesParameters::minSupport)
        .isNull();
  }

  /// The smaller epsilon, the fewer items at most.
  @ParameterizedTest
  @CsvSource({
    "1, 1000, .28, 1",
    "1.99, 1000, .28, 1",
    "2, 2000, .6, 0",
    "7.9, 2000, .6, 0",
    "8, 3000, .75, 0"
  })
  void settle_privacy_takesDefaultsByEpsilon(
      double epsilon, int popular, double part, double popularity) throws Exception {
    AlgorithmParameters settled =
        AlgorithmRegistry.settleAsStated(PriviRec.ID, noisy(epsilon, null), 4000, 10, () -> 9);

    assertThat(((PriviRecParameters) settled).model())
        .isEqualTo(
            PopularGram.DEFAULT
                .withForm("gf-cf")
                .withItems(popular)
                .withSize("by-counts")
                .withPart(part)
                .withProfile(65535)
                .withItemsPerRank(55)
                .withGamma(2.));
    NoisyPriviRec algorithm = (NoisyPriviRec) AlgorithmRegistry.settings(settled, 4000);
    assertThat(algorithm.popular()).isEqualTo(popular);
    assertThat(algorithm.size()).contains(new EffectiveItems(part, 100, popular));
    assertThat(
            settle(PriviRec.ID, noisy(epsilon, PopularGram.withThreshold(7, 100, 1.5, .1, null))))
        .extracting(parameters -> ((PriviRecParameters) parameters).model())
        .isEqualTo(
            PopularGram.DEFAULT
                .withForm("threshold")
                .withItems(7)
                .withSize("fixed")
                .withProfile(100)
                .withThreshold(1.5)
                .withExponent(.1)
                .withPopularity(popularity));
  }

  /// As they are in sessions of earlier versions.
  @Test
  void build_settledParametersWithoutForm_haveAThreshold() throws Exception {
    PopularGram earlier =
        PopularGram.DEFAULT
            .withItems(7)
            .withProfile(100)
            .withThreshold(1.5)
            .withExponent(.1)
            .withPopularity(0.);
    PrivacyParameters privacy =
        PrivacyParameters.of(3., 1e-6).withItemsPerUser(20).withColluders(2).withRounds("closed");

    NoisyPriviRec algorithm =
        (NoisyPriviRec)
            AlgorithmRegistry.settings(
                PriviRecParameters.DEFAULT.withModel(earlier).withTopN(1000).withPrivacy(privacy),
                ITEMS);

    assertThat(algorithm.form()).isEqualTo(new GramForm.Threshold(1.5, .1, 0));
    assertThat(algorithm.size()).isEmpty();
    assertThat(algorithm.privacy().sampledItems()).isEqualTo(20);
  }

  /// The part and the least rank were constants that a version changed: sessions keep theirs, and
  /// the digest that their participants know.
  @ParameterizedTest
  @CsvSource({
    "1, .35, 60, c2dcc1833bd6dbc0",
    "3, .6, 90, e00794b6963285cf",
    "10, .75, 90, c6b68208803b1c23",
  })
  void build_settledParametersWithoutPart_keepSizeRankAndDigest(
      double epsilon, double part, int least, String digest) throws Exception {
    PopularGram earlier =
        PopularGram.DEFAULT
            .withForm("gf-cf")
            .withItems(90)
            .withSize("by-counts")
            .withProfile(65535)
            .withGamma(2.);
    PrivacyParameters privacy =
        PrivacyParameters.of(epsilon, 1e-6).withColluders(2).withRounds("closed");

    NoisyPriviRec algorithm =
        (NoisyPriviRec)
            AlgorithmRegistry.settings(
                PriviRecParameters.DEFAULT.withModel(earlier).withTopN(1000).withPrivacy(privacy),
                ITEMS);

    assertThat(algorithm.size()).contains(new EffectiveItems(part, least, 90));
    assertThat(algorithm.form()).isEqualTo(new GramForm.GfCf(2, new GramForm.BySpectrum(100)));
    assertThat(algorithm.algorithm().digest().toString()).startsWith(digest);
  }

  /// Each form has its own parameters.
  @ParameterizedTest
  @CsvSource({
    "gf-cf, , , , 1.5, /model/threshold",
    "gf-cf, 3, 55, , , /model/itemsPerRank",
    "projector, 3, , 2, , /model/gamma",
    "turbo-cf, 3, , , , /model/rank",
    "turbo-cf, , 55, , , /model/itemsPerRank",
    "bspm, 3, , 2, .1, /model/threshold",
    "threshold, , , 2, , /model/gamma",
    "circle, , , , , /model/form"
  })
  void settle_parameterOfAnotherForm_isRefused(
      String form,
      @Nullable Integer rank,
      @Nullable Integer itemsPerRank,
      @Nullable Double gamma,
      @Nullable Double threshold,
      String pointer) {
    assertRefused(
        pointer,
        noisy(
            1,
            PopularGram.DEFAULT
                .withForm(form)
                .withItems(10)
                .withRank(rank)
                .withItemsPerRank(itemsPerRank)
                .withGamma(gamma)
                .withThreshold(threshold)));
  }

  @Test
  void settle_privacyThatDoesNotGoTogether_namesWhat() {
    assertRefused(
        "/model/type",
        noisy(1, PriviRecParameters.TurboCf.DEFAULT.withAlpha(.5).withExponent(1.0).withFilter(1)));
    var above = PopularGram.of(101, null);
    assertRefused("/model/items", noisy(1, above));
    assertRefused("/model/items", noisy(1, PopularGram.of(1, null)));
    assertRefused("/model/part", noisy(1, PopularGram.DEFAULT.withItems(10).withPart(.5)));
    assertRefused("/privacy", gram(PopularGram.of(10, null)));
    assertRefused("", noisy(1, PopularGram.withThreshold(10, 100, -1., .1, null)));
    assertRefused("/privacy", noisy(-1, null));
  }

  @Test
  void settle_parametersThatDoNotGoTogether_namesOne() {
    assertRefused("/factors/k", PriviRecKParameters.gfCf(101, 2, .3, null, null, 9));
    assertRefused("/model/idealRank", PriviRecKParameters.gfCf(8, 2, .3, null, 9, 9));
    PriviRecKParameters.GfCf gfCf = PriviRecKParameters.GfCf.DEFAULT.withGamma(.3);
    assertRefused(
        "/factors/oversampling",
        PriviRecKParameters.DEFAULT
            .withFactors(
                FactorParameters.DEFAULT
                    .withK(8)
                    .withOversampling(93)
                    .withIterations(2)
                    .withLambda("diag-t"))
            .withModel(gfCf)
            .withTopN(9)
            .withMinSupport(1));
    FactorParameters svd =
        FactorParameters.DEFAULT.withK(8).withOversampling(0).withIterations(2).withLambda("svd");
    assertRefused(
        "/factors/lambda",
        PriviRecKParameters.DEFAULT.withFactors(svd).withModel(gfCf).withTopN(9).withMinSupport(1));
    assertRefused("/model/response", lowRank(new PriviRecKParameters.Spectral("loud")));
    assertRefused(
        "/model/factors/lambda",
        gram(PriviRecParameters.GfCf.DEFAULT.withGamma(.3).withFactors(svd)));
    assertRefused(
        "/model/factors/k",
        gram(
            PriviRecParameters.GfCf.DEFAULT
                .withGamma(.3)
                .withFactors(FactorParameters.ofRank(101))));
    assertRefused(
        "/model/process/solver",
        gram(
            PriviRecParameters.Bspm.DEFAULT
                .withProcess(
                    BspmProcess.DEFAULT
                        .withMerge("late")
                        .withSolver("rk5")
                        .withSteps(1)
                        .withTime(2.5)
                        .withBeta(.2)
                        .withPointCombination(false))
                .withFactors(OF_8)));
    assertRefused(
        "/model/process/merge",
        gram(
            PriviRecParameters.Bspm.DEFAULT
                .withProcess(BspmProcess.DEFAULT.withMerge("now"))
                .withFactors(OF_8)));
  }

  private static void assertRefused(String pointer, AlgorithmParameters asked) {
    String algorithm =
        switch (asked) {
          case PriviRecKParameters _ -> PriviRecK.ID;
          case PriviRecParameters _ -> PriviRec.ID;
          case ItemDegreesParameters _ -> ItemDegrees.ID;
          default -> Rehearsal.ID;
        };
    assertThatThrownBy(() -> built(algorithm, asked))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            e -> assertThat(e.pointer()).isEqualTo("/parameters" + pointer));
  }

  @Test
  void settle_rehearsal_needsItsLengthAndNoCatalogue() throws Exception {
    assertThat(AlgorithmRegistry.named(Rehearsal.ID).needsCatalogue()).isFalse();
    assertThat(AlgorithmRegistry.named(PriviRecK.ID).needsCatalogue()).isTrue();
    assertRefused("/elements", RehearsalParameters.DEFAULT);
    assertRefused(
        "/roundKind",
        RehearsalParameters.DEFAULT
            .withElements(9L)
            .withRounds(1)
            .withSeed(2L)
            .withRingBits(32)
            .withRoundKind("open"));
    assertRefused(
        "/ringBits",
        RehearsalParameters.DEFAULT
            .withElements(9L)
            .withRounds(1)
            .withSeed(2L)
            .withRingBits(33)
            .withRoundKind("closed"));

    AlgorithmParameters settled =
        settle(
            Rehearsal.ID,
            RehearsalParameters.DEFAULT
                .withElements(100L)
                .withRounds(1)
                .withRingBits(32)
                .withRoundKind("tolerant"));

    assertThat(settled)
        .isEqualTo(
            RehearsalParameters.DEFAULT
                .withElements(100L)
                .withRounds(1)
                .withSeed(9L)
                .withRingBits(32)
                .withRoundKind("tolerant"));
    assertThat(AlgorithmRegistry.settings(settled, 0))
        .isEqualTo(new Rehearsal(100, 1, 9, 32, false));
    assertThat(
            built(
                    Rehearsal.ID,
                    RehearsalParameters.DEFAULT
                        .withElements(9L)
                        .withRounds(1)
                        .withSeed(2L)
                        .withRingBits(32)
                        .withRoundKind("closed"))
                .closed())
        .isTrue();
  }

  @Test
  void named_unknownName_isRefusedWithThoseThatThereAre() {
    assertThatThrownBy(() -> settle("other", null))
        .isInstanceOf(UnknownAlgorithmException.class)
        .hasMessage(
            "must be one of: privirec-k, privirec, item-degrees, dpals, dpials, fedpower-private, als,"
                + " ials, fedpower, fedpower-utility, ddppm, rehearsal");
    assertThatThrownBy(() -> AlgorithmRegistry.build(new UnknownParameters(Map.of()), ITEMS))
        .isInstanceOf(UnknownAlgorithmException.class);
  }

  @Test
  void build_parametersWithGapsOrOutOfRange_isRefused() {
    for (AlgorithmParameters lying :
        new AlgorithmParameters[] {
          PriviRecKParameters.gfCf(null, 2, .3, 1L, 4, 8),
          PriviRecKParameters.gfCf(4, 2, .3, null, 4, 8),
          PriviRecKParameters.gfCf(4, 2, .3, 1L, null, 8),
          PriviRecKParameters.gfCf(4, 2, .3, 1L, 5, 8),
          PriviRecKParameters.gfCf(4, 2, -1, 1L, 4, 8),
          PriviRecKParameters.gfCf(4, 17, .3, 1L, 4, 8),
          RehearsalParameters.DEFAULT
        }) {
      assertThatThrownBy(() -> AlgorithmRegistry.build(lying, ITEMS))
          .isInstanceOf(InvalidParametersException.class);
    }
  }

  /// The type that JSON's reader makes of a name is the one that its descriptor takes.
  @Test
  void names_areThoseOfTheTypesOfParameters() throws Exception {
    for (String name : AlgorithmRegistry.NAMES) {
      assertThat(AlgorithmParameters.typeFor(name))
          .isEqualTo(AlgorithmRegistry.named(name).defaults().getClass());
    }
  }

  /// Columns that the coordinator is told by all sums of a session.
  private static int columns(Algorithm algorithm) {
    return algorithm.specs().stream().mapToInt(RoundSpec::columns).sum();
  }

  private static int columnsOfPeers(Algorithm algorithm) {
    return algorithm.specs().stream().mapToInt(algorithm::columnsOfPeers).sum();
  }

  @Test
  void columns_areNumbersPerItem_ofSumsWithoutNoise() throws Exception {
    Algorithm product =
        built(
            PriviRecK.ID, lowRank(PriviRecKParameters.GfCf.DEFAULT.withGamma(.3).withIdealRank(8)));
    assertThat(columns(product)).isEqualTo(1 + 2 * 8);
    // Degrees and the first product come back as broadcasts.
    assertThat(columnsOfPeers(product)).isEqualTo(1 + 8);
    assertThat(columns(built(ItemDegrees.ID, null))).isEqualTo(1);
    assertThat(columnsOfPeers(built(ItemDegrees.ID, null))).isZero();
    assertThat(built(PriviRec.ID, null).specs())
        .filteredOn(round -> round.name().equals("item-gram"))
        .allSatisfy(round -> assertThat(round.columns()).isEqualTo(ITEMS));
    Algorithm ddppm = built("ddppm", null);
    assertThat(columnsOfPeers(ddppm)).isGreaterThan(columns(ddppm));
    assertThat(built("als", null).specs().stream().skip(1))
        .allSatisfy(round -> assertThat(round.columns()).isGreaterThan(1));
  }

  /// A sum of more numbers than it states columns for would be counted too low.
  @Test
  void columns_coverTheVectorOfEachSumWithoutNoise() throws Exception {
    for (String id :
        List.of("privirec", "privirec-k", "item-degrees", "als", "ials", "ddppm", "fedpower")) {
      for (RoundSpec round : built(id, null).specs()) {
        assertThat((long) round.columns())
            .as("%s, %s", id, round.name())
            .isPositive()
            .isGreaterThanOrEqualTo(
                round.vector().length() / ITEMS / (round.name().equals("item-gram") ? 2 : 1));
      }
    }
  }

  @Test
  void columns_ofNoisySums_areNone_andTheirBudgetIsReservedByAttempts() throws Exception {
    ItemDegreesParameters asked =
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1., 1e-6)
                .withItemsPerUser(5)
                .withColluders(1)
                .withRounds("closed"));
    Algorithm noisy = built(ItemDegrees.ID, asked);
    double rho = noisy.specs().getFirst().noise().orElseThrow().rho();
    assertThat(columns(noisy) + columnsOfPeers(noisy)).isZero();
    assertThat(DistinctSums.closed(OnMissing.WAIT, 4, 3).rho(noisy)).isEqualTo(rho);
    assertThat(DistinctSums.closed(OnMissing.LEAVE_OUT_CELLS, 4, 3).rho(noisy)).isEqualTo(3 * rho);
    assertThat(DistinctSums.closed(OnMissing.LEAVE_OUT_CELLS, 2, 3).rho(noisy)).isEqualTo(2 * rho);
    assertThat(DistinctSums.tolerant(3).rho(noisy)).isEqualTo(3 * rho);
    assertThat(DistinctSums.largestRho(noisy)).isEqualTo(rho);
    assertThat(DistinctSums.tolerant(3).rho(built(ItemDegrees.ID, null))).isZero();
  }
}
