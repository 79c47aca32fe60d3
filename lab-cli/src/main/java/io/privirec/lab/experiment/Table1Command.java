package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.lab.family.LocalCohort;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.run.RunCommand;
import io.privirec.lab.run.Summary;
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
    write(report(dataset, measured));
    return plannedOnly || measured != null ? 0 : FAILED;
  }

  private Table1Report report(Dataset dataset, @Nullable Long measured) {
    long m = dataset.items();
    long products = (long) iterations * k * m;
    PowerIteration factors = new PowerIteration(k, 0, iterations, Eigenvalues.DIAG_T, 1);
    PriviRec full =
        new PriviRec(
            dataset.items(), new GramModel.GfCf(factors, GAMMA), FilterFolder.DEFAULT_TOP_N);
    PriviRecK lowRank =
        new PriviRecK(dataset.items(), k, iterations, GAMMA, 1, k, FilterFolder.DEFAULT_TOP_N);
    return new Table1Report(
        dataset.name(),
        dataset.sha256(),
        dataset.items(),
        k,
        iterations,
        List.of(
            Table1Report.Row.of(
                PriviRec.ID,
                "m + m (m + 1) / 2 + L k m",
                m + m * (m + 1) / 2 + products,
                LocalCohort.bytesUp(full),
                null),
            Table1Report.Row.of(
                PriviRecK.ID, "m + L k m", m + products, LocalCohort.bytesUp(lowRank), measured)));
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

  private void write(Table1Report report) throws IOException {
    Terminal terminal = Terminal.ofThisProcess();
    terminal.line(
        "%n%s  m = %,d, k = %d, L = %d%s, sha256 %s%n"
            .formatted(
                report.dataset(),
                report.items(),
                report.rank(),
                report.iterations(),
                cohort.describe(),
                report.sha256()));
    terminal.line(Table1Report.header());
    report.rows().forEach(row -> terminal.line(row.line()));
    files.write(report, report.csv());
  }
}
