package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.PairSupport;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.privirec.FederatedModels;
import io.privirec.lab.privirec.Preset;
import io.privirec.lab.privirec.PresetOption;
import io.privirec.lab.privirec.Recommender;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab table3`.
@Command(
    name = "table3",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Quality of every model on P̃, from all data at once and through secure sums in this process,"
          + " beside the paper's Table 3. Rows that need the same P̃ or the same factors share them:"
          + " their processor time counts for the first.",
      "Exit status: 0, 1 when a session fails, 2 for an option or a data file that cannot be used."
    })
public final class Table3Command implements Callable<Integer> {
  private static final List<String> FILTERS = List.of("central", "federated");

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--filters",
      split = ",",
      paramLabel = "HOW",
      description = "Separated by commas. Default: central,federated.")
  private List<String> filters = FILTERS;

  @Option(
      names = "--models",
      split = ",",
      paramLabel = "MODEL",
      description =
          "Separated by commas: linear, gf-cf, bspm-lm, bspm-em, turbo-cf. Default: all, but for"
              + " federated bspm, which multiplies by P̃ itself: hours of processor time.")
  private @Nullable List<Recommender> models;

  @Mixin private CohortOption cohort = new CohortOption();

  @Option(
      names = "--folded",
      description = "Also measures each filter folded into F, as it is served.")
  private boolean folded;

  @Mixin private PresetOption preset = new PresetOption();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the start bases and of who holds whom. Default: 1.")
  private long seed = 1;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    if (!FILTERS.containsAll(filters)) {
      throw new InvalidOptionException(
          "--filters must be central, federated or both. Provided: " + filters);
    }
    if (models != null && !Table3.ON_GRAM.containsAll(models)) {
      throw new InvalidOptionException(
          "--models must be some of %s. Provided: %s".formatted(Table3.ON_GRAM, models));
    }
    cohort.check();
    measure(data.readForEvaluation());
    return 0;
  }

  private void measure(Dataset dataset) throws IOException {
    Preset settings = preset.of(dataset);
    List<Recommender> central = filters.contains("central") ? chosen(Table3.ON_GRAM) : List.of();
    List<Recommender> federated =
        filters.contains("federated") ? chosen(Table3.QUICK_ON_SUMS) : List.of();
    PairSupport pairs = PairSupport.of(dataset.train());
    Table3.room(dataset, settings, central, federated, pairs.entries(), folded).require();
    Terminal terminal = Terminal.ofThisProcess();
    terminal.line(
        "%s  %,d users, %,d items, %,d interactions, sha256 %s"
            .formatted(
                dataset.name(),
                dataset.users(),
                dataset.items(),
                dataset.interactions(),
                dataset.sha256()));
    terminal.line(EvaluationReport.describe(pairs));
    terminal.line("settings of %s, seed %d%n".formatted(settings.name() + cohort.describe(), seed));
    Table columns = Table3.table();
    terminal.line(columns.header());
    TestUsers users = new TestUsers(dataset);
    LocalEvaluation local = new LocalEvaluation(users, terminal.bar(users.count(), "users"));
    Study study =
        new Study(columns, files, terminal::line)
            .fact("dataset", dataset.name())
            .fact("sha256", dataset.sha256())
            .fact("users", dataset.users())
            .fact("items", dataset.items())
            .fact("interactions", dataset.interactions())
            .fact("preset", settings.name())
            .fact("participants", cohort.participants())
            .fact("seed", seed)
            .fact("pairs", pairs)
            .rows("rows")
            .fact("maxHeapBytes", Runtime.getRuntime().maxMemory());
    study.write();
    Table3 table = new Table3(dataset, settings, local, folded, study);
    if (!central.isEmpty()) {
      table.measureCentral(central);
    }
    if (!federated.isEmpty()) {
      table.measureFederated(
          federated, new FederatedModels(cohort.of(dataset, seed, terminal)), seed);
    }
    terminal.line("%nheap: within %,d MiB".formatted(Runtime.getRuntime().maxMemory() >> 20));
  }

  /// In the order of the table.
  private List<Recommender> chosen(List<Recommender> unlessNamed) {
    return models == null ? unlessNamed : Table3.ON_GRAM.stream().filter(models::contains).toList();
  }
}
