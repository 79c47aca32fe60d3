package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.federation.fedpower.FedPower;
import io.privirec.federation.fedpower.PrivateFedPower;
import io.privirec.federation.fedpower.UtilityFedPower;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.fedpower.FedPowerStudy;
import io.privirec.lab.fedpower.FedPowerStudy.Outcome;
import io.privirec.lab.fedpower.FedPowerTrial.Noise;
import io.privirec.lab.fedpower.FedPowerTrial.Reference;
import io.privirec.lab.fedpower.PaperEpsilon;
import io.privirec.lab.fedpower.RatedRows;
import io.privirec.lab.fedpower.SyncCost;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.FormatOptions;
import io.privirec.lab.option.OutputFile;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.session.SessionParameters;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.LinePlot;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab fedpower`.
@Command(
    name = "fedpower",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "How far a federated SVD is from the singular vectors of all rows in one place: the algorithms of"
          + " the improved FedPower, with noise as in its paper, in this process and without secure sums."
          + " Rows are ratings as they are, users dealt out to nodes by a seed.",
      "Distances are projection distances, |QQ' - ZZ'| / sqrt 2, at most sqrt k, and Procrustes distances,"
          + " |Q - ZD| for the nearest rotation D. That noise is what the paper adds, and is no guarantee"
          + " of privacy.",
      "With --costs, also what a sum costs a node and the coordinator in sessions of fedpower,"
          + " fedpower-utility and fedpower-private, with real keys and masks.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class FedPowerCommand implements Callable<Integer> {
  private static final int MOST = 10_000;
  private static final int FEWEST_OF_SESSIONS = 3;
  private static final int MOST_OF_SESSIONS = 200;
  private static final int MOST_STEPS_OF_SESSIONS = 16;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description = "Data set with ratings. Default: integers 0 to 5 by chance, 3000 rows of 100.")
  private @Nullable Path data;

  @Mixin private FormatOptions format = new FormatOptions();

  @Option(names = "--nodes", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int nodes = 100;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "Columns that are iterated. Default: ${DEFAULT-VALUE}.")
  private int rank = 10;

  @Option(
      names = "--k",
      paramLabel = "K",
      description = "The leading ones that are compared, at most the rank. Default: the rank.")
  private @Nullable Integer k;

  @Option(
      names = "--local-steps",
      paramLabel = "P",
      description = "Products of a node between two sums. Default: ${DEFAULT-VALUE}.")
  private int localSteps = 1;

  @Option(
      names = "--rounds",
      paramLabel = "T",
      description = "Products of each node in all, a multiple of P. Default: ${DEFAULT-VALUE}.")
  private int rounds = 92;

  @Option(
      names = "--sigma",
      split = ",",
      paramLabel = "S",
      description =
          "Standard deviations of noise, separated by commas; several are drawn against each other."
              + " Default: .1.")
  private List<Double> sigmas = List.of(.1);

  @Option(
      names = "--clip",
      split = ",",
      paramLabel = "B",
      description =
          "Rows that are longer are scaled down to this norm, of which Algorithm 3 makes its"
              + " sensitivity; several are drawn against each other. Default: no row is.")
  private List<Double> clips = List.of();

  @Option(
      names = "--turned-to",
      paramLabel = "REFERENCE",
      description =
          "With more local steps nodes turn their products to the basis of the last"
              + " broadcast, or to that of the first node, which is published by that:"
              + " ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Reference turnedTo = Reference.BROADCAST;

  @Option(
      names = "--noise",
      split = ",",
      paramLabel = "NOISE",
      description =
          "Separated by commas: ${COMPLETION-CANDIDATES}, the last four as Algorithms 1, 2, 3 and 3"
              + " with noise for the sum. Default: all.")
  private List<Noise> noises = List.of(Noise.values());

  @Option(names = "--seeds", paramLabel = "N", description = "Runs. Default: ${DEFAULT-VALUE}.")
  private int seeds = 10;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description =
          "Draws the mean distance against the standard deviations, or against the norms of --clip,"
              + " or, with one of each, that of the first seed against the round.")
  private @Nullable Path svg;

  @Option(
      names = "--costs",
      description =
          "Also what a sum costs in sessions, of 3 to 200 nodes and all columns; fedpower-private with"
              + " an epsilon of 10.")
  private boolean costs;

  @Option(
      names = "--paper-delta",
      paramLabel = "D",
      description =
          "Also what the paper's Theorem 2 says of its Algorithm 3 at this delta: of one number of a"
              + " product, and so not a sound guarantee of anybody.")
  private @Nullable Double paperDelta;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    OutputFile.clear("--svg", svg);
    int leading = k == null ? rank : k;
    requireOptions(leading);
    RatedRows rated =
        data == null ? RatedRows.integers() : RatedRows.of(DataOption.read(data, format.format()));
    String dataset = data == null ? "integers" : data.getFileName().toString();
    Terminal terminal = Terminal.ofThisProcess();
    Table table = table();
    terminal.line(
        "%s, %d nodes, r=%d, k=%d, p=%d, T=%d, turned to %s, %d seeds%n%s"
            .formatted(
                dataset,
                nodes,
                rank,
                leading,
                localSteps,
                rounds,
                turnedTo,
                seeds,
                table.header()));
    List<CostRow> sums = new ArrayList<>();
    List<PaperEpsilon> notSound = new ArrayList<>();
    Study report =
        new Study(table, files, terminal::line)
            .fact("dataset", dataset)
            .fact("nodes", nodes)
            .fact("rank", rank)
            .fact("k", leading)
            .fact("localSteps", localSteps)
            .fact("rounds", rounds)
            .fact("turnedTo", turnedTo.name())
            .rows("rows")
            .fact("costs", sums)
            .fact("notSoundGuarantees", notSound);
    study(rated, leading, report, terminal);
    if (paperDelta != null) {
      quote(paperDelta, notSound, terminal);
      report.write();
    }
    if (costs) {
      cost(rated, sums, report, terminal);
    }
    terminal.clear();
    return 0;
  }

  /// Noises. A row has the mean and the largest projection distance after the last round of all
  /// seeds, and the mean Procrustes distance. Its energy is that of the rows in the subspace found,
  /// over the energy in the leading subspace. A sigma of 0 means no noise. Without a clip, rows
  /// keep their length.
  private static Table table() {
    return new Table(
        Column.of("noise", "%-20s"),
        Column.of("sigma", " %8s"),
        Column.json("clip").orNull(),
        Column.of("clip", " %8s").named(null, "clip"),
        Column.of("mean", " %12s", "%.4g", "%.8g"),
        Column.of("largest", " %12s", "%.4g", "%.8g"),
        Column.of("Procrustes", " %12s", "%.4g", "%.8g").named("procrustes", "procrustes"),
        Column.of("energy", " %10s", "%.6f", "%.8f"),
        Column.json("distances"));
  }

  /// Cost of a sum in sessions of an algorithm.
  private record CostRow(String algorithm, SyncCost cost) {
    static final String HEADER =
        "%-26s %14s %14s %16s %16s %12s"
            .formatted(
                "a sum, x of Algorithm 1",
                "up/node",
                "down/node",
                "device",
                "coordinator",
                "session");

    String line(SyncCost first) {
      return "%-26s %14s %14s %16s %16s %12s"
          .formatted(
              algorithm,
              megabytes(cost.bytesUp(), first.bytesUp()),
              megabytes(cost.bytesDown(), first.bytesDown()),
              milliseconds(cost.deviceSeconds(), first.deviceSeconds()),
              milliseconds(cost.serverSeconds(), first.serverSeconds()),
              "%.1f s".formatted(cost.sessionSeconds()));
    }

    private static String megabytes(long bytes, long first) {
      return "%.3f MB x%.2f".formatted(bytes / 1e6, (double) bytes / first);
    }

    private static String milliseconds(double seconds, double first) {
      return "%.2f ms x%.2f".formatted(seconds * 1e3, seconds / first);
    }
  }

  private void requireOptions(int leading) {
    requireRange("--nodes", nodes, 1, MOST);
    requireRange("--rank", rank, 1, MOST);
    requireRange("--local-steps", localSteps, 1, MOST);
    requireRange("--rounds", rounds, 1, MOST);
    requireRange("--seeds", seeds, 1, MOST);
    requireRange("--k", leading, 1, rank);
    if (costs) {
      requireRange("--nodes with --costs", nodes, FEWEST_OF_SESSIONS, MOST_OF_SESSIONS);
      requireRange("--local-steps with --costs", localSteps, 1, MOST_STEPS_OF_SESSIONS);
    }
    if (paperDelta != null && !(paperDelta > 0 && paperDelta < 1)) {
      throw new InvalidOptionException("--paper-delta must be inside (0, 1)");
    }
    if (rounds % localSteps != 0) {
      throw new InvalidOptionException("--rounds must be a multiple of --local-steps");
    }
    if (sigmas.stream().anyMatch(sigma -> !(sigma >= 0 && Double.isFinite(sigma)))) {
      throw new InvalidOptionException("--sigma must be finite and not negative");
    }
    if (svg != null
        && Swept.of(sigmas, clips) == Swept.SIGMA
        && (noises.equals(List.of(Noise.NONE)) || sigmas.stream().allMatch(sigma -> sigma == 0))) {
      throw new InvalidOptionException("--svg against several --sigma needs noise to draw");
    }
    if (clips.stream().anyMatch(clip -> !(clip > 0 && Double.isFinite(clip)))) {
      throw new InvalidOptionException("--clip must be finite and positive");
    }
  }

  private void study(RatedRows rated, int leading, Study report, Terminal terminal)
      throws IOException {
    FedPowerStudy study =
        new FedPowerStudy(
            rated, nodes, rank, leading, localSteps, rounds / localSteps, seeds, turnedTo);
    LinePlot plot = new LinePlot(Swept.of(sigmas, clips).label, "projection distance");
    for (Noise noise : noises) {
      for (double sigma : noise == Noise.NONE ? List.of(0.) : sigmas) {
        for (OptionalDouble clip : norms()) {
          Outcome outcome =
              study.of(
                  noise,
                  sigma,
                  clip,
                  seed -> terminal.progress("  %s, seed %d".formatted(noise, seed)));
          @Nullable Double norm = clip.isEmpty() ? null : (Double) clip.getAsDouble();
          report.add(
              noise.name(),
              sigma,
              norm,
              norm == null ? "none" : norm,
              outcome.mean(),
              outcome.largest(),
              outcome.procrustes(),
              outcome.energy(),
              outcome.distances());
          draw(noise.name(), sigma, norm, outcome, plot);
        }
      }
    }
    if (svg != null) {
      OutputFile.write(svg, plot.svg());
    }
  }

  private List<OptionalDouble> norms() {
    return clips.isEmpty()
        ? List.of(OptionalDouble.empty())
        : clips.stream().map(OptionalDouble::of).toList();
  }

  /// The horizontal axis of a plot.
  private enum Swept {
    ROUND("round"),
    SIGMA("standard deviation of the noise"),
    CLIP("longest norm of a row");

    private final String label;

    Swept(String label) {
      this.label = label;
    }

    static Swept of(List<Double> sigmas, List<Double> clips) {
      if (sigmas.size() > 1) {
        return SIGMA;
      }
      return clips.size() > 1 ? CLIP : ROUND;
    }
  }

  private void draw(
      String noise, double sigma, @Nullable Double clip, Outcome outcome, LinePlot plot) {
    switch (Swept.of(sigmas, clips)) {
      case ROUND -> {
        List<Double> course = outcome.course();
        for (int n = 0; n < course.size(); n++) {
          plot.add(noise, (n + 1.) * localSteps, course.get(n));
        }
      }
      case SIGMA -> {
        // An axis of logarithms has no 0.
        if (sigma > 0) {
          plot.add(
              clips.size() > 1 ? "%s, %s".formatted(noise, clip) : noise, sigma, outcome.mean());
        }
      }
      case CLIP -> plot.add(noise, Objects.requireNonNull(clip), outcome.mean());
    }
  }

  private void quote(double delta, List<PaperEpsilon> notSound, Terminal terminal) {
    terminal.line(
        "%nepsilon of Algorithm 3 by the paper's Theorem 2, delta %s: NOT A SOUND GUARANTEE%n%8s %28s %12s %12s"
            .formatted(delta, "sigma", "its formula, one sum", "exact", "of all sums"));
    for (double sigma : sigmas) {
      if (sigma > 0) {
        PaperEpsilon said = PaperEpsilon.of(sigma, rank, rounds / localSteps, delta);
        notSound.add(said);
        terminal.line(
            "%8s %28s %12.4f %12.4f"
                .formatted(
                    sigma,
                    said.textbookHolds()
                        ? "%.4f".formatted(said.textbook())
                        : "%.4f, holds below 1 only".formatted(said.textbook()),
                    said.exact(),
                    said.ofAll()));
      }
    }
  }

  private void cost(RatedRows rated, List<CostRow> sums, Study report, Terminal terminal)
      throws IOException {
    List<RatingMatrix> dealt = rated.dealt(nodes, 1);
    terminal.line("%n%s".formatted(CostRow.HEADER));
    Map<String, ?> rows =
        Map.of(
            "rows", "ratings", "k", rank, "oversampling", 0, "rounds", 4, "localSteps", localSteps);
    Map<String, Map<String, ?>> sessions = new LinkedHashMap<>();
    sessions.put(FedPower.ID, Map.of("minSupport", 1));
    sessions.put(
        UtilityFedPower.ID, Map.of("minSupport", 1, "keyHolder", SyncCost.node(1), "rounds", 2));
    sessions.put(
        PrivateFedPower.ID,
        Map.of(
            "items",
            rated.width(),
            "productClip",
            1,
            "privacy.epsilon",
            10,
            "privacy.delta",
            1e-6));
    for (Map.Entry<String, Map<String, ?>> session : sessions.entrySet()) {
      terminal.progress("  a session of " + session.getKey());
      Map<String, Object> given = new TreeMap<>(rows);
      given.putAll(session.getValue());
      SyncCost cost =
          SyncCost.of(
              SessionParameters.algorithm(session.getKey(), given, rated.width(), nodes, 1)
                  .algorithm(),
              dealt);
      sums.add(new CostRow(session.getKey(), cost));
      terminal.line(sums.getLast().line(sums.getFirst().cost()));
      report.write();
    }
  }
}
