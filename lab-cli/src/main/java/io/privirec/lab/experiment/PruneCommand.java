package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.PairSupport;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.family.Room;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.privirec.CentralModels;
import io.privirec.lab.privirec.Preset;
import io.privirec.lab.privirec.PresetOption;
import io.privirec.lab.privirec.Recommender;
import io.privirec.lab.privirec.ValidationPart;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
    PruneReport report = prune(dataset);
    write(report);
    return report.chosen() == null ? NONE_GOOD_ENOUGH : 0;
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

  private PruneReport prune(Dataset dataset) throws IOException {
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
    terminal.line("unpruned: ndcg@20 %.5f%n%n%s".formatted(ndcg, PruneReport.header()));
    List<PruneReport.Point> points = new ArrayList<>();
    try (RunDirectory scratch = RunDirectory.temporary()) {
      SortedMap<Integer, Path> files = new TreeMap<>();
      topN.forEach(n -> files.put(n, scratch.path().resolve("filter-%d.safetensors".formatted(n))));
      FilterFolder.foldEach(filter, files);
      for (Map.Entry<Integer, Path> file : files.entrySet()) {
        PruneReport.Point point = point(file.getKey(), file.getValue(), local, unpruned, ndcg);
        points.add(point);
        terminal.line(point.line());
      }
    }
    PruneReport report =
        PruneReport.of(
            dataset.name(),
            dataset.sha256(),
            validation.sha256(),
            model.toString(),
            settings.describe(model),
            ndcg,
            maxLoss,
            points);
    terminal.line("");
    terminal.line(report.verdict());
    return report;
  }

  private static PruneReport.Point point(
      int n, Path file, LocalEvaluation local, int[][] unpruned, double ndcg) throws IOException {
    long entries;
    try (FoldedFilter folded = FoldedFilter.open(file)) {
      entries = folded.entries();
    }
    int[][] lists = local.foldedLists(file);
    return PruneReport.Point.of(
        n,
        entries,
        Files.size(file),
        Quality.of(local.metrics(lists)).ndcg(),
        ndcg,
        ListOverlap.mean(unpruned, lists));
  }

  private void write(PruneReport report) throws IOException {
    files.write(report, report.csv());
  }
}
