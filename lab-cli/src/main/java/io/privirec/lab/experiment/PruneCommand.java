package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.PairSupport;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.privirec.CentralModels;
import io.privirec.lab.privirec.Preset;
import io.privirec.lab.privirec.PresetOption;
import io.privirec.lab.privirec.Recommender;
import io.privirec.lab.privirec.ValidationPart;
import io.privirec.lab.session.Room;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab prune`.
@Command(
    name = "prune",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "What folding costs: NDCG@20 and size of a filter against N, the entries kept in each row,"
          + " and the smallest N whose loss is small enough. Measured on a seeded tenth of train that"
          + " is held out for it; test takes no part in the choice.",
      "Exit status: 0, 1 when no N is good enough, 2 for an option or a data file that cannot be"
          + " used."
    })
public final class PruneCommand implements Callable<Integer> {
  private static final int NONE_GOOD_ENOUGH = 1;

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--model",
      required = true,
      paramLabel = "MODEL",
      description = "linear, gf-cf, turbo-cf, bspm-lm or bspm-em, from all data at once.")
  private Recommender model = Recommender.GF_CF;

  @Option(
      names = "--max-loss",
      required = true,
      paramLabel = "PART",
      description = "Part of NDCG@20 that may be lost, such as 0.002.")
  private double maxLoss;

  @Option(
      names = "--top-n",
      split = ",",
      paramLabel = "N",
      description = "Separated by commas. Default: 50,100,200,500,1000,2000.")
  private List<Integer> topN = List.of(50, 100, 200, 500, 1000, 2000);

  @Mixin private PresetOption preset = new PresetOption();

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    checkOptions();
    Dataset dataset = data.readForEvaluation();
    return prune(dataset) ? 0 : NONE_GOOD_ENOUGH;
  }

  private void checkOptions() {
    if (!model.isOfGram()) {
      throw new InvalidOptionException(
          "--model must be linear, gf-cf, turbo-cf, bspm-lm or bspm-em. Provided: " + model);
    }
    if (!(maxLoss >= 0 && maxLoss < 1)) {
      throw new InvalidOptionException("--max-loss must be in [0, 1). Provided: " + maxLoss);
    }
    if (topN.isEmpty() || Collections.min(topN) < 1) {
      throw new InvalidOptionException("--top-n must be at least 1. Provided: " + topN);
    }
  }

  /// Folded filters by ascending N. A row has the entries kept in all rows, the bytes of the file
  /// and the part of the unpruned NDCG@20 that is lost, negative for a gain. Its last column is the
  /// mean part of 20 recommendations that the unpruned filter gives, too.
  private static Table table() {
    return new Table(
        Column.of("N", "%6s").named("topN", "n"),
        Column.of("entries", "  %13s", "%,d", "%d"),
        Column.of("bytes", "  %13s", "%,d", "%d"),
        Column.of("ndcg@20", "  %-7s", "%.5f", "%.6f"),
        Column.of("loss", "  %9s", "%+.5f", "%.6f"),
        Column.of("overlap@20", "  %s", "%.4f", "%.6f").named("overlap", "overlap@20"));
  }

  /// @return whether an N is good enough
  private boolean prune(Dataset dataset) throws IOException {
    Preset settings = preset.of(dataset);
    Dataset validation = ValidationPart.of(dataset);
    PairSupport pairs = PairSupport.of(validation.train());
    Room room = Room.central(pairs.entries(), settings.rank(model), dataset);
    room.or(new Room(0, topN.stream().mapToLong(n -> Room.folded(dataset, n).diskBytes()).sum()))
        .require();
    Terminal terminal = Terminal.ofThisProcess();
    terminal.line(
        "%s  sha256 %s%n%s  measured on a tenth of train"
            .formatted(dataset.name(), dataset.sha256(), settings.describe(model)));
    TestUsers users = new TestUsers(validation);
    LocalEvaluation local = new LocalEvaluation(users, terminal.bar(users.count(), "users"));
    ItemFilter filter = new CentralModels(validation.train()).filter(model, settings);
    int[][] unpruned = local.lists(filter);
    double ndcg = Quality.of(local.metrics(unpruned)).ndcg();
    Table table = table();
    terminal.line("unpruned: ndcg@20 %.5f%n%n%s".formatted(ndcg, table.header()));
    Study study =
        new Study(table, files, terminal::line)
            .fact("dataset", dataset.name())
            .fact("sha256", dataset.sha256())
            .fact("validation", validation.sha256())
            .fact("model", model.toString())
            .fact("settings", settings.describe(model))
            .fact("unpruned", ndcg)
            .fact("maxLoss", maxLoss)
            .rows("points");
    Optional<Integer> chosen = Optional.empty();
    try (RunDirectory scratch = RunDirectory.temporary()) {
      SortedMap<Integer, Path> folded = new TreeMap<>();
      topN.forEach(
          n -> folded.put(n, scratch.path().resolve("filter-%d.safetensors".formatted(n))));
      FilterFolder.foldEach(filter, folded);
      for (Map.Entry<Integer, Path> file : folded.entrySet()) {
        double loss = measure(file.getKey(), file.getValue(), local, unpruned, ndcg, study);
        if (chosen.isEmpty() && loss <= maxLoss) {
          chosen = Optional.of(file.getKey());
        }
      }
    }
    study.fact("chosen", chosen.orElse(null)).write();
    terminal.line("");
    terminal.line(
        chosen
            .map(n -> "N = %d is the smallest that loses at most %s.".formatted(n, maxLoss))
            .orElse("No N loses at most %s.".formatted(maxLoss)));
    return chosen.isPresent();
  }

  private static double measure(
      int n, Path file, LocalEvaluation local, int[][] unpruned, double ndcg, Study study)
      throws IOException {
    long entries;
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      entries = folded.entries();
    }
    int[][] lists = local.foldedLists(file);
    double pruned = Quality.of(local.metrics(lists)).ndcg();
    double loss = ndcg == 0 ? 0 : (ndcg - pruned) / ndcg;
    study.add(n, entries, Files.size(file), pruned, loss, ListOverlap.mean(unpruned, lists));
    return loss;
  }
}
