package io.privirec.lab.experiment;

import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.Bspm.Solver;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Published hyper-parameters for one data set: of GF-CF [Shen 2021], of Turbo-CF [Park 2024] and
/// of BSPM [Choi 2023].
///
/// @param bspmRank rank of BSPM's ideal low-pass filter
/// @param bspm as merged early
record Preset(
    String name, GfCfSettings gfCf, TurboCfSettings turboCf, int bspmRank, Bspm.Settings bspm) {
  static final Preset GOWALLA =
      new Preset(
          "gowalla",
          new GfCfSettings(256, .3),
          new TurboCfSettings(.6, .7, 1),
          448,
          new Bspm.Settings(Merge.EARLY, Solver.RK4, 1, 2.5, .2, false));

  private static final List<Preset> ALL =
      List.of(
          GOWALLA,
          new Preset(
              "yelp2018",
              new GfCfSettings(256, .3),
              new TurboCfSettings(.6, 1, 2),
              384,
              new Bspm.Settings(Merge.EARLY, Solver.EULER, 1, 1.2, .3, true)),
          new Preset(
              "amazon-book",
              new GfCfSettings(256, 0),
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
}
