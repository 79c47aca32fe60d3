package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.PairSupport;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.run.InvalidOptionException;
import io.privirec.lab.run.JsonFile;
import io.privirec.lab.run.ProgressBar;
import io.privirec.lab.run.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab table3`.
@Command(
    name = "table3",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Quality of every model on P̃, from all data at once and through secure sums in this process,"
          + " beside the paper's Table 3. Rows that need the same P̃ or the same factors share them:"
          + " their processor time counts for the first.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class Table3Command implements Callable<Integer> {
  private static final List<String> FILTERS = List.of("central", "federated");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Data set: a LightGCN directory, MovieLens, or a CSV file.")
  private Path data = Path.of("");

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
          "Separated by commas; all of linear, gf-cf, bspm-lm, bspm-em, turbo-cf where not given."
              + " Federated bspm multiplies by P̃ itself: by far the slowest rows.")
  private List<Recommender> models = Table3.ON_GRAM;

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

  @Option(names = "--csv", paramLabel = "FILE", description = "Writes the rows, a line each.")
  private @Nullable Path csv;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the rows as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    try {
      JsonFile.clear(json);
      if (!FILTERS.containsAll(filters)) {
        throw new InvalidOptionException(
            "--filters must be central, federated or both. Provided: " + filters);
      }
      if (!Table3.ON_GRAM.containsAll(models)) {
        throw new InvalidOptionException(
            "--models must be some of %s. Provided: %s".formatted(Table3.ON_GRAM, models));
      }
      cohort.check();
      write(measured(DataOption.readForEvaluation(data)));
      return 0;
    } catch (InvalidOptionException refused) {
      throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
    }
  }

  private Table3Report measured(Dataset dataset) throws IOException {
    Preset settings = preset.of(dataset);
    boolean federated = filters.contains("federated");
    PairSupport pairs = PairSupport.of(dataset.train());
    Table3.room(dataset, settings, pairs.entries(), federated, folded).require();
    Screen screen = Screen.ofThisProcess();
    screen.line(
        "%s  %,d users, %,d items, %,d interactions, sha256 %s"
            .formatted(
                dataset.name(),
                dataset.users(),
                dataset.items(),
                dataset.interactions(),
                dataset.sha256()));
    screen.line(EvaluationReport.describe(pairs));
    screen.line("settings of %s, seed %d%n".formatted(settings.name() + cohort.describe(), seed));
    screen.line(Table3Report.header());
    TestUsers users = new TestUsers(dataset);
    LocalEvaluation local =
        new LocalEvaluation(
            users,
            scored -> screen.progress("  " + ProgressBar.of(scored, users.count(), "users")));
    Table3 table =
        new Table3(
            dataset, settings, models, local, folded, row -> screen.line(Table3Report.line(row)));
    if (filters.contains("central")) {
      table.measureCentral();
    }
    if (federated) {
      table.measureFederated(cohort.of(dataset, seed, screen), seed);
    }
    Table3Report report =
        new Table3Report(
            dataset.name(),
            dataset.sha256(),
            dataset.users(),
            dataset.items(),
            dataset.interactions(),
            settings.name(),
            cohort.participants(),
            seed,
            pairs,
            table.rows(),
            Runtime.getRuntime().maxMemory());
    screen.line("%nheap: within %,d MiB".formatted(report.maxHeapBytes() >> 20));
    return report;
  }

  private void write(Table3Report report) throws IOException {
    if (json != null) {
      JsonFile.write(json, report);
    }
    if (csv != null) {
      Files.writeString(csv, report.csv());
    }
  }
}
