package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.federation.factors.FactorModel;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.OutputFile;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.privirec.CentralModels;
import io.privirec.lab.session.LocalCohort;
import io.privirec.lab.session.Room;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab figure3`.
@Command(
    name = "figure3",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Quality against bytes: NDCG@20 of GF-CF on factors with each choice of lambda, and of the"
          + " spectral filter, for several ranks. From all data at once: secure sums change none of"
          + " the digits (see evaluate --filters federated). Bytes are the masked vectors that a"
          + " participant uploads.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class Figure3Command implements Callable<Integer> {
  private static final int MOST_KRYLOV_COLUMNS = 3_000;
  private static final double GAMMA = .3;
  private static final int IDEAL_RANK = 256;
  private static final List<Integer> DEFAULT_RANKS = List.of(256, 512, 1024);
  private static final String SPECTRAL = "spectral";

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "K",
      description =
          "Ranks, separated by commas; the paper goes to 3584. Default: 256,512,1024, cut to the"
              + " smaller number of users and items.")
  private List<Integer> ranks = List.of();

  @Option(names = "--iterations", paramLabel = "L", description = "Default: ${DEFAULT-VALUE}.")
  private int iterations = 2;

  @Option(names = "--seed", paramLabel = "S", description = "Of the start. Default: 1.")
  private long seed = 1;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draws them.")
  private @Nullable Path svg;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    OutputFile.clear("--svg", svg);
    Dataset dataset = data.readForEvaluation();
    check(dataset);
    measure(dataset);
    return 0;
  }

  private void check(Dataset dataset) throws IOException {
    int largest = Math.min(dataset.users(), dataset.items());
    if (ranks.isEmpty()) {
      ranks = DEFAULT_RANKS.stream().map(k -> Math.min(k, largest)).distinct().toList();
      if (!ranks.equals(DEFAULT_RANKS)) {
        Terminal.ofThisProcess()
            .line(
                "ranks %s: the default ranks %s are cut to the smaller of %,d users and %,d items"
                    .formatted(ranks, DEFAULT_RANKS, dataset.users(), dataset.items()));
      }
    }
    requireRange("--iterations", iterations, 1, PriviRecK.MAX_ITERATIONS);
    for (int k : ranks) {
      requireRange("--ranks", k, 1, largest);
      Room.factors(widest(dataset, k), dataset).require();
    }
  }

  /// Bytes are the masked vectors of one participant.
  private void measure(Dataset dataset) throws IOException {
    LocalEvaluation local = new LocalEvaluation(new TestUsers(dataset));
    Terminal terminal = Terminal.ofThisProcess();
    Table table =
        new Table(
            Column.of("method", "%-10s"),
            Column.of("k", " %6s"),
            Column.of("L", " %3s").named("iterations", "L"),
            Column.of("ndcg@20", "  %-8s", "%.5f", "%.6f").named("ndcg", "ndcg@20"),
            Column.of("recall@20", " %-9s", "%.5f", "%.6f").named("recall", "recall@20"),
            Column.of("bytes up", " %s", "%,d", "%d").named("bytesUp", "bytes_up"));
    terminal.line("%s  sha256 %s%n%s".formatted(dataset.name(), dataset.sha256(), table.header()));
    Study study =
        new Study(table, files, terminal::line)
            .fact("dataset", dataset.name())
            .fact("sha256", dataset.sha256())
            .rows("points")
            .drawing(
                svg,
                "megabytes uploaded by each participant",
                "NDCG@20",
                row -> row.number("bytesUp") / 1e6,
                "ndcg",
                row -> String.valueOf(row.values().get("method")));
    for (int k : ranks) {
      PowerIteration.Products products = widest(dataset, k).products(dataset.train());
      for (Map.Entry<String, PriviRecK> method : methods(dataset, k).entrySet()) {
        PriviRecK algorithm = method.getValue();
        Quality quality = local.exact(CentralModels.ofFactors(algorithm, products));
        study.add(
            method.getKey(),
            k,
            iterations,
            quality.ndcg(),
            quality.recall(),
            LocalCohort.bytesUp(algorithm));
      }
    }
  }

  /// Whose products all methods of a rank are made of.
  private PowerIteration widest(Dataset dataset, int k) {
    Eigenvalues widest = isKrylovDrawn(dataset, k) ? Eigenvalues.KRYLOV : Eigenvalues.DIAG_T;
    return new PowerIteration(k, 0, iterations, widest, seed);
  }

  private Map<String, PriviRecK> methods(Dataset dataset, int k) {
    Map<String, PriviRecK> methods = new LinkedHashMap<>();
    for (Eigenvalues eigenvalues :
        List.of(Eigenvalues.DIAG_T, Eigenvalues.NYSTROM, Eigenvalues.RITZ)) {
      methods.put(
          eigenvalues.label(),
          algorithm(dataset, k, eigenvalues, new FactorModel.GfCf(GAMMA, Math.min(k, IDEAL_RANK))));
    }
    FactorModel spectral = new FactorModel.Spectral(FactorFilter.Response.FLAT);
    methods.put(SPECTRAL, algorithm(dataset, k, Eigenvalues.DIAG_T, spectral));
    if (isKrylovDrawn(dataset, k)) {
      methods.put(
          SPECTRAL + "-" + Eigenvalues.KRYLOV.label(),
          algorithm(dataset, k, Eigenvalues.KRYLOV, spectral));
    }
    return methods;
  }

  /// An eigenproblem of L k rows is solved for it: minutes from three thousand on.
  private boolean isKrylovDrawn(Dataset dataset, int k) {
    return (long) iterations * k <= Math.min(MOST_KRYLOV_COLUMNS, dataset.items());
  }

  private PriviRecK algorithm(Dataset dataset, int k, Eigenvalues eigenvalues, FactorModel model) {
    return new PriviRecK(
        dataset.items(),
        new PowerIteration(k, 0, iterations, eigenvalues, seed),
        model,
        FilterFolder.DEFAULT_TOP_N);
  }
}
