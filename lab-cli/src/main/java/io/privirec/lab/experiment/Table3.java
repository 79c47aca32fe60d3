package io.privirec.lab.experiment;

import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.family.EvaluatedModels;
import io.privirec.lab.family.LocalCohort;
import io.privirec.lab.family.Room;
import io.privirec.lab.privirec.CentralModels;
import io.privirec.lab.privirec.FactorOptions;
import io.privirec.lab.privirec.FederatedModels;
import io.privirec.lab.privirec.Preset;
import io.privirec.lab.privirec.Recommender;
import io.privirec.stage.process.RunDirectory;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Measures the rows of the table, one after the other. Rows that need the same P̃ or the same
/// factors follow each other, and share them.
final class Table3 {
  /// Models on P̃, those with α = ½ first.
  static final List<Recommender> ON_GRAM =
      List.of(
          Recommender.LINEAR,
          Recommender.GF_CF,
          Recommender.BSPM_LM,
          Recommender.BSPM_EM,
          Recommender.TURBO_CF);

  /// Those that without the interactions take minutes, not hours.
  static final List<Recommender> QUICK_ON_SUMS =
      List.of(Recommender.LINEAR, Recommender.GF_CF, Recommender.TURBO_CF);

  private static final String CENTRAL = "central";
  private static final String FEDERATED = "federated";

  private final Dataset dataset;
  private final Preset settings;
  private final LocalEvaluation local;
  private final boolean folded;
  private final Consumer<Table3Report.Row> measured;
  private final List<Table3Report.Row> rows = new ArrayList<>();

  /// @param folded whether each filter is also measured folded
  /// @param measured hears of each row
  Table3(
      Dataset dataset,
      Preset settings,
      LocalEvaluation local,
      boolean folded,
      Consumer<Table3Report.Row> measured) {
    this.dataset = dataset;
    this.settings = settings;
    this.local = local;
    this.folded = folded;
    this.measured = measured;
  }

  /// What all rows need at most.
  ///
  /// @param central models from all data at once
  /// @param federated models from secure sums
  /// @param gramEntries of P̃
  static Room room(
      Dataset dataset,
      Preset settings,
      List<Recommender> central,
      List<Recommender> federated,
      long gramEntries,
      boolean folded) {
    Room room = Room.NONE;
    for (Recommender model : central) {
      room = room.or(Room.central(gramEntries, settings.rank(model), dataset));
    }
    for (Recommender model : federated) {
      PriviRec algorithm = session(settings, model, dataset, 0);
      GramModel sums = algorithm.model();
      room =
          room.or(Room.session(algorithm, gramEntries, sums.factors(), dataset))
              .or(factors(sums, dataset).beside(gramEntries));
    }
    return folded ? room.or(Room.folded(dataset, FilterFolder.DEFAULT_TOP_N)) : room;
  }

  private static Room factors(GramModel sums, Dataset dataset) {
    return sums.factors().map(iteration -> Room.factors(iteration, dataset)).orElse(Room.NONE);
  }

  private static PriviRec session(Preset settings, Recommender model, Dataset dataset, long seed) {
    return settings.session(model, dataset, defaults -> Preset.fitted(defaults, dataset, seed));
  }

  /// What popularity and models from all data at once give.
  ///
  /// @param models some of [#ON_GRAM]
  void measureCentral(List<Recommender> models) throws IOException {
    measure(Recommender.POPULARITY, CENTRAL, "", () -> null, 0);
    CentralModels central = new CentralModels(dataset.train());
    for (Recommender model : models) {
      measure(model, CENTRAL, settings.describe(model), () -> central.filter(model, settings), 0);
    }
  }

  /// What models from secure sums give.
  ///
  /// @param models some of [#ON_GRAM]
  /// @param seed of the start bases
  void measureFederated(List<Recommender> models, FederatedModels federated, long seed)
      throws IOException {
    for (Recommender model : models) {
      PriviRec algorithm = session(settings, model, dataset, seed);
      GramModel sums = algorithm.model();
      measure(
          model,
          FEDERATED,
          FactorOptions.describe(sums),
          () -> federated.make(sums),
          LocalCohort.bytesUp(algorithm));
    }
  }

  List<Table3Report.Row> rows() {
    return List.copyOf(rows);
  }

  private void measure(
      Recommender model, String filters, String words, EvaluatedModels.Maker maker, long bytesUp)
      throws IOException {
    double begun = ProcessCost.cpuSeconds();
    @Nullable ItemFilter filter = maker.make();
    double made = ProcessCost.cpuSeconds();
    Quality quality = Quality.of(local.ranked(filter));
    double scored = ProcessCost.cpuSeconds();
    @Nullable Double paper = PaperTable3.ndcg(dataset.name(), model, filters.equals(FEDERATED));
    Table3Report.Row row =
        new Table3Report.Row(
            model.toString(),
            filters,
            words,
            quality.ndcg(),
            quality.recall(),
            paper,
            paper == null ? null : quality.ndcg() - paper,
            made - begun,
            scored - made,
            bytesUp,
            folded && filter != null ? folded(filter) : null);
    rows.add(row);
    measured.accept(row);
  }

  private Table3Report.Folded folded(ItemFilter filter) throws IOException {
    try (RunDirectory scratch = RunDirectory.temporary()) {
      Path file = scratch.path().resolve(ReleaseManifest.FILTER);
      int topN = FilterFolder.DEFAULT_TOP_N;
      double begun = ProcessCost.cpuSeconds();
      FilterFolder.fold(filter, topN, file);
      double made = ProcessCost.cpuSeconds();
      Quality quality = Quality.of(local.metrics(local.foldedLists(file)));
      double scored = ProcessCost.cpuSeconds();
      return new Table3Report.Folded(
          topN, Files.size(file), quality.ndcg(), quality.recall(), made - begun, scored - made);
    }
  }
}
