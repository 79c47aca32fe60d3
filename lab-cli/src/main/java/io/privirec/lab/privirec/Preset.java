package io.privirec.lab.privirec;

import static java.util.Objects.requireNonNull;

import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.Bspm.Solver;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.lab.session.SessionParameters;
import io.privirec.wire.algorithm.BspmProcess;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Published hyper-parameters for one data set: of GF-CF [Shen 2021], of Turbo-CF [Park 2024] and
/// of BSPM [Choi 2023]; and how the factors come from secure sums.
///
/// @param gfCfFactors of federated GF-CF
/// @param bspmRank rank of BSPM's ideal low-pass filter
/// @param bspm as merged early
public record Preset(
    String name,
    GfCfSettings gfCf,
    FactorParameters gfCfFactors,
    PriviRecParameters.TurboCf turboCf,
    int bspmRank,
    Bspm.Settings bspm) {
  static final Preset GOWALLA =
      new Preset(
          "gowalla",
          new GfCfSettings(256, .3),
          FactorParameters.ofRank(256),
          PriviRecParameters.TurboCf.DEFAULT.withAlpha(.6).withExponent(.7).withFilter(1),
          448,
          new Bspm.Settings(Merge.EARLY, Solver.RK4, 1, 2.5, .2, false));

  private static final List<Preset> ALL =
      List.of(
          GOWALLA,
          new Preset(
              "yelp2018",
              new GfCfSettings(256, .3),
              FactorParameters.DEFAULT
                  .withK(384)
                  .withOversampling(640)
                  .withIterations(2)
                  .withLambda("nystrom"),
              PriviRecParameters.TurboCf.DEFAULT.withAlpha(.6).withExponent(1.0).withFilter(2),
              384,
              new Bspm.Settings(Merge.EARLY, Solver.EULER, 1, 1.2, .3, true)),
          new Preset(
              "amazon-book",
              new GfCfSettings(256, 0),
              FactorParameters.ofRank(256),
              PriviRecParameters.TurboCf.DEFAULT.withAlpha(.5).withExponent(1.4).withFilter(1),
              256,
              new Bspm.Settings(Merge.EARLY, Solver.RK4, 2, 2.2, 0, false)));

  /// Settings of GF-CF.
  ///
  /// @param k rank of the ideal low-pass filter
  /// @param gamma its weight
  public record GfCfSettings(int k, double gamma) {}

  /// As wide as the data set allows.
  public static FactorParameters fitted(FactorParameters wanted, Dataset dataset, long seed) {
    int largest = Math.min(dataset.users(), dataset.items());
    int k = Math.min(requireNonNull(wanted.k()), largest);
    return FactorParameters.DEFAULT
        .withK(k)
        .withOversampling(Math.min(wanted.oversampling(), largest - k))
        .withIterations(wanted.iterations())
        .withLambda(wanted.lambda())
        .withSeed(seed);
  }

  static Optional<Preset> named(String name) {
    return ALL.stream()
        .filter(preset -> preset.name.equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  static List<String> names() {
    return ALL.stream().map(Preset::name).toList();
  }

  Bspm.Settings bspm(Merge merge) {
    return new Bspm.Settings(
        merge, bspm.solver(), bspm.steps(), bspm.time(), bspm.beta(), bspm.pointCombination());
  }

  /// Of the ideal low-pass part of a model from all data at once; 0 without one.
  public int rank(Recommender model) {
    return switch (model) {
      case POPULARITY, PRIVIREC_K, SPECTRAL, LINEAR, TURBO_CF -> 0;
      case GF_CF -> gfCf.k();
      case BSPM_LM, BSPM_EM -> bspmRank;
    };
  }

  /// A model on P̃ as a session makes it.
  ///
  /// @param factors makes the power iteration of these defaults
  public PriviRec session(
      Recommender model, Dataset dataset, UnaryOperator<FactorParameters> factors) {
    PriviRecParameters.Model asked =
        switch (model) {
          case POPULARITY, PRIVIREC_K, SPECTRAL ->
              throw new IllegalArgumentException(model + " is not a model on P̃");
          case LINEAR ->
              PriviRecParameters.TurboCf.DEFAULT.withAlpha(.5).withExponent(1.0).withFilter(1);
          case GF_CF ->
              PriviRecParameters.GfCf.DEFAULT
                  .withGamma(gfCf.gamma())
                  .withFactors(factors.apply(gfCfFactors));
          case TURBO_CF -> turboCf;
          case BSPM_LM -> bspm(Merge.LATE, factors);
          case BSPM_EM -> bspm(Merge.EARLY, factors);
        };
    PriviRecParameters parameters =
        PriviRecParameters.DEFAULT
            .withModel(asked)
            .withTopN(FilterFolder.DEFAULT_TOP_N)
            .withMinSupport(1);
    return (PriviRec) SessionParameters.algorithm(PriviRec.ID, parameters, dataset, 0);
  }

  private PriviRecParameters.Model bspm(Merge merge, UnaryOperator<FactorParameters> factors) {
    return PriviRecParameters.Bspm.DEFAULT
        .withProcess(
            BspmProcess.DEFAULT
                .withMerge(merge.label())
                .withSolver(bspm.solver().label())
                .withSteps(bspm.steps())
                .withTime(bspm.time())
                .withBeta(bspm.beta())
                .withPointCombination(bspm.pointCombination()))
        .withFactors(factors.apply(FactorParameters.ofRank(bspmRank)));
  }

  /// The settings of a model on P̃, in words for reports; nothing for popularity.
  public String describe(Recommender model) {
    String words =
        switch (model) {
          case POPULARITY, PRIVIREC_K, SPECTRAL -> "";
          case LINEAR -> "r P̃";
          case GF_CF -> gfCf.toString();
          case TURBO_CF -> turboCf.toString();
          case BSPM_LM -> "k=" + bspmRank + " " + bspm(Merge.LATE);
          case BSPM_EM -> "k=" + bspmRank + " " + bspm(Merge.EARLY);
        };
    return words.isEmpty() ? words : name + ": " + words;
  }
}
