package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.run.RunCommand;
import io.privirec.lab.run.Summary;
import io.privirec.lab.session.LocalCohort;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab table1`.
@Command(
    name = "table1",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "What a participant uploads: the numbers that the paper's Table 1 counts, the masked vectors"
          + " of a session's plan, and all bodies of HTTP requests of a session of the real services,"
          + " which ./run starts for it.",
      "Exit status: 0, 1 when the session fails, 2 for an option or a data file that cannot be used."
    })
public final class Table1Command implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final double GAMMA = .3;

  @Mixin private DataOption data = new DataOption();

  @Option(names = "--k", paramLabel = "K", description = "Rank. Default: ${DEFAULT-VALUE}.")
  private int k = 256;

  @Option(names = "--iterations", paramLabel = "L", description = "Default: ${DEFAULT-VALUE}.")
  private int iterations = 2;

  @Mixin private CohortOption cohort = new CohortOption();

  @Option(
      names = "--port-base",
      paramLabel = "P",
      description = "Of the services, as of ./run. Default: that of ./run.")
  private @Nullable Integer portBase;

  @Option(names = "--planned-only", description = "Starts no services.")
  private boolean plannedOnly;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    cohort.check();
    Dataset dataset = data.readForEvaluation();
    requireRange("--k", k, 1, Math.min(dataset.users(), dataset.items()));
    requireRange("--iterations", iterations, 1, PriviRecK.MAX_ITERATIONS);
    Long measured = plannedOnly ? null : measured();
    Terminal terminal = Terminal.ofThisProcess();
    terminal.line(
        "%n%s  m = %,d, k = %d, L = %d%s, sha256 %s%n"
            .formatted(
                dataset.name(),
                dataset.items(),
                k,
                iterations,
                cohort.describe(),
                dataset.sha256()));
    Table table = table();
    terminal.line(table.header());
    measure(
        dataset,
        measured,
        new Study(table, files, terminal::line)
            .fact("dataset", dataset.name())
            .fact("sha256", dataset.sha256())
            .fact("items", dataset.items())
            .fact("rank", k)
            .fact("iterations", iterations)
            .rows("rows"));
    return plannedOnly || measured != null ? 0 : FAILED;
  }

  /// The upload of a participant. A row has the numbers that the paper's formula counts, and their
  /// bytes at four bytes each. Then it has the masked vectors of a session's plan, and the bodies
  /// of all HTTP requests, as the mean of the cohort.
  static Table table() {
    return new Table(
        Column.of("algorithm", "%-11s"),
        Column.of("formula", " %-26s").named("formula", null),
        Column.of("numbers", " %15s", "%,d", "%d"),
        Column.of("bytes", " %15s", "%,d", "%d").named("formulaBytes", "formula_bytes"),
        Column.of("planned", " %15s", "%,d", "%d").named("plannedBytes", "planned_bytes"),
        Column.of("measured", " %15s", "%,d", "%d").named("measuredBytes", "measured_bytes"),
        Column.of("of the formula", "  %s", "%.4f", "%s")
            .named("measuredOfFormula", null)
            .absent("not run"));
  }

  private void measure(Dataset dataset, @Nullable Long measured, Study study) throws IOException {
    long m = dataset.items();
    long products = (long) iterations * k * m;
    PowerIteration factors = new PowerIteration(k, 0, iterations, Eigenvalues.DIAG_T, 1);
    PriviRec full =
        new PriviRec(
            dataset.items(), new GramModel.GfCf(factors, GAMMA), FilterFolder.DEFAULT_TOP_N);
    PriviRecK lowRank =
        new PriviRecK(dataset.items(), k, iterations, GAMMA, 1, k, FilterFolder.DEFAULT_TOP_N);
    add(study, full, "m + m (m + 1) / 2 + L k m", m + m * (m + 1) / 2 + products, null);
    add(study, lowRank, "m + L k m", m + products, measured);
  }

  static void add(
      Study study,
      AlgorithmSettings algorithm,
      String formula,
      long numbers,
      @Nullable Long measured)
      throws IOException {
    long bytes = Math.multiplyExact(Float.BYTES, numbers);
    study.add(
        algorithm.algorithm().id(),
        formula,
        numbers,
        bytes,
        LocalCohort.bytesUp(algorithm),
        measured,
        measured == null ? null : (Double) ((double) measured / bytes));
  }

  /// Runs the services with PriviRec-k.
  ///
  /// @return mean bytes of a participant; null when the session failed
  private @Nullable Long measured() throws IOException {
    try (RunDirectory scratch = RunDirectory.temporary()) {
      Path summary = scratch.path().resolve("summary.json");
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "--once",
                  "--data=" + data.path(),
                  "--k=" + k,
                  "--iterations=" + iterations,
                  "--participants=" + cohort.participants(),
                  "--json=" + summary));
      if (portBase != null) {
        arguments.add("--port-base=" + portBase);
      }
      int status = new CommandLine(new RunCommand()).execute(arguments.toArray(String[]::new));
      return status == 0
          ? JsonOption.read(summary, Summary.class).bytes().upPerParticipant()
          : null;
    }
  }
}
