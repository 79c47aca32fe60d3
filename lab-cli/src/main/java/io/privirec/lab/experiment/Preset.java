package io.privirec.lab.experiment;

import io.privirec.federation.privirec.GramModel;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.Bspm.Solver;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Published hyper-parameters for one data set: of GF-CF [Shen 2021], of Turbo-CF [Park 2024] and
/// of BSPM [Choi 2023]; and how the factors come from secure sums.
///
/// @param gfCfFactors of federated GF-CF
/// @param bspmRank rank of BSPM's ideal low-pass filter
/// @param bspm as merged early
record Preset(
    String name,
    GfCfSettings gfCf,
    FactorSettings gfCfFactors,
    TurboCfSettings turboCf,
    int bspmRank,
    Bspm.Settings bspm) {
  static final Preset GOWALLA =
      new Preset(
          "gowalla",
          new GfCfSettings(256, .3),
          FactorSettings.ofRank(256),
          new TurboCfSettings(.6, .7, 1),
          448,
          new Bspm.Settings(Merge.EARLY, Solver.RK4, 1, 2.5, .2, false));

  private static final List<Preset> ALL =
      List.of(
          GOWALLA,
          new Preset(
              "yelp2018",
              new GfCfSettings(256, .3),
              new FactorSettings(384, 640, 2, Eigenvalues.NYSTROM),
              new TurboCfSettings(.6, 1, 2),
              384,
              new Bspm.Settings(Merge.EARLY, Solver.EULER, 1, 1.2, .3, true)),
          new Preset(
              "amazon-book",
              new GfCfSettings(256, 0),
              FactorSettings.ofRank(256),
              new TurboCfSettings(.5, 1.4, 1),
              256,
              new Bspm.Settings(Merge.EARLY, Solver.RK4, 2, 2.2, 0, false)));

  /// @param k rank of the ideal low-pass filter
  /// @param gamma its weight
  record GfCfSettings(int k, double gamma) {}

  /// @param alpha of P̃
  /// @param exponent s, of its entries
  /// @param filter 1, 2 or 3
  record TurboCfSettings(double alpha, double exponent, int filter) {}

  /// A power iteration but for its seed.
  record FactorSettings(int rank, int oversampling, int iterations, Eigenvalues eigenvalues) {
    /// As in the paper: no oversampling, two iterations.
    static FactorSettings ofRank(int rank) {
      return new FactorSettings(rank, 0, 2, Eigenvalues.DIAG_T);
    }

    /// As wide as the data set allows.
    PowerIteration on(Dataset dataset, long seed) {
      int bases = eigenvalues == Eigenvalues.KRYLOV ? iterations : 1;
      int largest = Math.min(dataset.users(), dataset.items() / bases);
      int k = Math.min(rank, largest);
      return new PowerIteration(
          k, Math.min(oversampling, largest - k), iterations, eigenvalues, seed);
    }
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

  /// Of federated BSPM: its own rank.
  private FactorSettings bspmFactors() {
    return FactorSettings.ofRank(bspmRank);
  }

  /// Of the ideal low-pass part of a model from all data at once; 0 without one.
  int rank(Recommender model) {
    return switch (model) {
      case POPULARITY, PRIVIREC_K, SPECTRAL, LINEAR, TURBO_CF -> 0;
      case GF_CF -> gfCf.k();
      case BSPM_LM, BSPM_EM -> bspmRank;
    };
  }

  /// A model on P̃ as a session makes it.
  ///
  /// @param factors makes the power iteration
  GramModel gramModel(Recommender model, Function<FactorSettings, PowerIteration> factors) {
    return switch (model) {
      case POPULARITY, PRIVIREC_K, SPECTRAL ->
          throw new IllegalArgumentException(model + " is not a model on P̃");
      case LINEAR -> new GramModel.TurboCf(.5, 1, 1);
      case GF_CF -> new GramModel.GfCf(factors.apply(gfCfFactors), gfCf.gamma());
      case TURBO_CF -> new GramModel.TurboCf(turboCf.alpha(), turboCf.exponent(), turboCf.filter());
      case BSPM_LM -> new GramModel.Bspm(factors.apply(bspmFactors()), bspm(Merge.LATE));
      case BSPM_EM -> new GramModel.Bspm(factors.apply(bspmFactors()), bspm(Merge.EARLY));
    };
  }

  /// The settings of a model on P̃, in words for reports; nothing for popularity.
  String describe(Recommender model) {
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
