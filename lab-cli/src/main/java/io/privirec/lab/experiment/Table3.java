package io.privirec.lab.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.privirec.CentralModels;
import io.privirec.lab.privirec.FactorOptions;
import io.privirec.lab.privirec.FederatedModels;
import io.privirec.lab.privirec.Preset;
import io.privirec.lab.privirec.Recommender;
import io.privirec.lab.session.EvaluatedModels;
import io.privirec.lab.session.LocalCohort;
import io.privirec.lab.session.Room;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.stage.process.RunDirectory;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  /// Models that take minutes without the interactions. Other models take hours.
  static final List<Recommender> QUICK_ON_SUMS =
      List.of(Recommender.LINEAR, Recommender.GF_CF, Recommender.TURBO_CF);

  private static final String CENTRAL = "central";
  private static final String FEDERATED = "federated";

  private final Dataset dataset;
  private final Preset settings;
  private final LocalEvaluation local;
  private final boolean folded;
  private final Study study;

  /// @param folded whether each filter is also measured folded
  /// @param study of a [#table]
  Table3(Dataset dataset, Preset settings, LocalEvaluation local, boolean folded, Study study) {
    this.dataset = dataset;
    this.settings = settings;
    this.local = local;
    this.folded = folded;
    this.study = study;
  }

  /// One model in a row. The paper's NDCG@20 stands beside ours. Processor time of a model is the
  /// time of making what no row before has made. Bytes are the masked vectors of one participant.
  static Table table() {
    return new Table(
        Column.of("model", "%-11s"),
        Column.of("filters", " %-9s"),
        Column.json("settings"),
        Column.of("ndcg@20", "  %-7s", "%.5f", "%.6f"),
        Column.json("recall@20"),
        Column.of("paper", " %-6s", "%.4f", "%s"),
        Column.of("less it", " %-7s", "%+.4f", "%.6f").named("difference", "difference"),
        Column.of("recall@20", " %-9s", "%.5f", "%.6f").named(null, "recall@20"),
        Column.of("model s", " %8s", "%.1f", "%.1f").named("modelCpuSeconds", "model_cpu_s"),
        Column.of("scores s", " %8s", "%.1f", "%.1f").named("scoresCpuSeconds", "scores_cpu_s"),
        Column.json("bytesUp"),
        Column.csv("bytes_up", "%d"),
        Column.json("folded"),
        Column.text("folded: ndcg@20, recall@20, scores s", "  %s", "%s"),
        Column.csv("folded_ndcg@20", "%.6f"),
        Column.csv("folded_recall@20", "%.6f"),
        Column.csv("folded_scores_cpu_s", "%.1f"));
  }

  /// A filter, folded.
  ///
  /// @param bytes of its file
  private record Folded(
      int topN,
      long bytes,
      @JsonProperty("ndcg@20") double ndcg,
      @JsonProperty("recall@20") double recall,
      double foldCpuSeconds,
      double scoresCpuSeconds) {
    String line() {
      return "%.5f %.5f %.1f".formatted(ndcg, recall, scoresCpuSeconds);
    }
  }

  /// Returns the memory and the disk of the largest row.
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

  private void measure(
      Recommender model, String filters, String words, EvaluatedModels.Maker maker, long bytesUp)
      throws IOException {
    double begun = ProcessCost.cpuSeconds();
    @Nullable ItemFilter filter = maker.make();
    double made = ProcessCost.cpuSeconds();
    Quality quality = Quality.of(local.ranked(filter));
    double scored = ProcessCost.cpuSeconds();
    @Nullable Double paper = PaperTable3.ndcg(dataset.name(), model, filters.equals(FEDERATED));
    @Nullable Folded same = folded && filter != null ? folded(filter) : null;
    study.add(
        model.toString(),
        filters,
        words,
        quality.ndcg(),
        quality.recall(),
        paper,
        paper == null ? null : (Double) (quality.ndcg() - paper),
        quality.recall(),
        made - begun,
        scored - made,
        bytesUp,
        bytesUp,
        same,
        same == null ? null : same.line(),
        same == null ? null : (Double) same.ndcg(),
        same == null ? null : (Double) same.recall(),
        same == null ? null : (Double) same.scoresCpuSeconds());
  }

  private Folded folded(ItemFilter filter) throws IOException {
    try (RunDirectory scratch = RunDirectory.temporary()) {
      Path file = scratch.path().resolve(ReleaseManifest.FILTER);
      int topN = FilterFolder.DEFAULT_TOP_N;
      double begun = ProcessCost.cpuSeconds();
      FilterFolder.fold(filter, topN, file);
      double made = ProcessCost.cpuSeconds();
      Quality quality = Quality.of(local.metrics(local.foldedLists(file)));
      double scored = ProcessCost.cpuSeconds();
      return new Folded(
          topN, Files.size(file), quality.ndcg(), quality.recall(), made - begun, scored - made);
    }
  }
}
