package io.privirec.lab.experiment;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.federation.ddppm.PeerView;
import io.privirec.federation.peers.Mixing;
import io.privirec.lab.ddppm.NumericTable;
import io.privirec.lab.ddppm.PowerStudy;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.option.OutputFile;
import io.privirec.lab.study.LinePlot;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `lab ddppm`.
@Command(
    name = "ddppm",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "How far the decentralised power method is from the singular vectors of all rows in one place: without"
          + " noise, component by component; and with noise, for the first one, at the least error that"
          + " keeps what a peer can tell of any row below a delta. All peers are in this process.",
      "Columns are brought to mean 0 and deviation 1, rows divided by the longest one's norm, and row r is"
          + " dealt to peer r mod N.",
      "Those deltas are NO GUARANTEE: they are of these rows, of the worst of them, and of one draw of peer 0,"
          + " which looks; to compute them takes everybody's rows, and other data has others.",
      "Exit status: 0, or 2 for an option or a data file that cannot be used."
    })
public final class DdppmCommand implements Callable<Integer> {
  private static final int MOST_PEERS = 1_000;
  private static final int MOST_STEPS = 1_000;
  private static final int MOST = 1_000_000;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "FILE",
      description = "Rows of numbers, separated by commas or blanks; .gz too.")
  private @Nullable Path data;

  @Option(names = "--peers", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int peers = 4;

  @Option(
      names = "--rows",
      paramLabel = "R",
      description = "The first ones. Default: as many as the same number for each peer allows.")
  private @Nullable Integer rows;

  @Option(
      names = "--topology",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Topology topology = Topology.RING;

  @Option(
      names = "--components",
      paramLabel = "K",
      description = "That are found without noise. Default: ${DEFAULT-VALUE}.")
  private int components = 10;

  @Option(
      names = "--steps",
      paramLabel = "T",
      description = "Of a component without noise. Default: ${DEFAULT-VALUE}.")
  private int steps = 500;

  @Option(
      names = "--gossip",
      paramLabel = "C",
      description = "Steps of gossip for each sum without noise. Default: ${DEFAULT-VALUE}.")
  private int gossip = 30;

  @Option(
      names = "--noisy-gossip",
      paramLabel = "C",
      description = "The same with noise. Default: ${DEFAULT-VALUE}.")
  private int noisyGossip = 20;

  @Option(
      names = "--epsilon",
      split = ",",
      paramLabel = "E",
      description = "Separated by commas. Default: 1,5,20,100.")
  private List<Double> epsilons = List.of(1., 5., 20., 100.);

  @Option(
      names = "--delta",
      split = ",",
      paramLabel = "D",
      description =
          "The largest delta for each epsilon. Default: .44,.04,.007,.002, those of the paper: .44 is no"
              + " privacy.")
  private List<Double> deltas = List.of(.44, .04, .007, .002);

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "That an error is the mean of; 0: nothing with noise. Default: ${DEFAULT-VALUE}.")
  private int runs = 400;

  @Option(
      names = "--draws",
      paramLabel = "N",
      description =
          "Other draws of peer 0's that deltas are computed for. Default: ${DEFAULT-VALUE}.")
  private int draws = 5;

  @Option(
      names = "--views",
      description =
          "Also what peer 0 can tell from more than gossiped sums, at the chosen settings: takes"
              + " minutes.")
  private boolean views;

  @Option(names = "--seed", paramLabel = "S", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--svg-epsilon",
      paramLabel = "FILE",
      description = "Draws errors against epsilon.")
  private @Nullable Path svgEpsilon;

  @Option(
      names = "--svg-steps",
      paramLabel = "FILE",
      description = "Draws errors of the chosen settings against steps.")
  private @Nullable Path svgSteps;

  @Mixin private JsonOption json = new JsonOption();

  enum Topology {
    RING,
    COMPLETE
  }

  /// What was found.
  ///
  /// @param secondEigenvalue of the weights
  record Report(
      String data,
      int rows,
      int columns,
      int peers,
      double secondEigenvalue,
      List<PowerStudy.Found> withoutNoise,
      List<PowerStudy.Chosen> withNoise) {}

  @Override
  public Integer call() throws IOException {
    json.clear();
    OutputFile.clear("--svg-epsilon", svgEpsilon);
    OutputFile.clear("--svg-steps", svgSteps);
    requireOptions();
    if (data == null || !Files.isReadable(data)) {
      throw new InvalidOptionException("--data: cannot read " + data);
    }
    NumericTable table = NumericTable.read(data);
    int most = table.values().rows();
    int used = rows == null ? most / peers * peers : rows;
    requireRange("--rows", used, peers, most);
    requireRange("--components", components, 1, table.values().columns());
    Mixing mixing = topology == Topology.RING ? Mixing.ring(peers) : Mixing.complete(peers);
    Terminal terminal = Terminal.ofThisProcess();
    Report report =
        new Report(
            table.name(),
            used,
            table.values().columns(),
            peers,
            mixing.secondEigenvalue(),
            new ArrayList<>(),
            new ArrayList<>());
    terminal.line(
        "%s, %,d rows of %d, %d peers, %s: second eigenvalue of the weights %.3f"
            .formatted(
                report.data, used, report.columns, peers, topology, report.secondEigenvalue));
    withoutNoise(new PowerStudy(table.standardised(used), mixing, gossip, seed), report, terminal);
    if (runs > 0) {
      withNoise(
          new PowerStudy(table.standardised(used), mixing, noisyGossip, seed), report, terminal);
    }
    json.write(report);
    return 0;
  }

  private void requireOptions() {
    requireRange("--peers", peers, 2, MOST_PEERS);
    requireRange("--components", components, 1, MOST);
    requireRange("--steps", steps, 1, MOST_STEPS);
    requireRange("--gossip", gossip, 1, MOST);
    requireRange("--noisy-gossip", noisyGossip, 1, MOST);
    requireRange("--runs", runs, 0, MOST);
    requireRange("--draws", draws, 0, MOST);
    if (epsilons.size() != deltas.size()
        || epsilons.stream().anyMatch(epsilon -> !(epsilon > 0 && Double.isFinite(epsilon)))
        || deltas.stream().anyMatch(delta -> !(delta > 0 && delta < 1))) {
      throw new InvalidOptionException(
          "--epsilon must be positive, and --delta have as many numbers, inside (0, 1)");
    }
  }

  private void withoutNoise(PowerStudy study, Report report, Terminal terminal) {
    terminal.line(
        "%nwithout noise, %d steps, %d of gossip for each sum%n%9s %12s %9s %9s %10s"
            .formatted(steps, gossip, "component", "mu", "next/mu", "rate", "|sin|"));
    for (PowerStudy.Found found : study.withoutNoise(components, steps)) {
      report.withoutNoise.add(found);
      terminal.line(
          "%9d %12.6f %9.5f %9.5f %10.2e"
              .formatted(found.component(), found.mu(), found.ratio(), found.rate(), found.sine()));
    }
  }

  private void withNoise(PowerStudy study, Report report, Terminal terminal) throws IOException {
    double[] wanted = epsilons.stream().mapToDouble(Double::doubleValue).toArray();
    double[] limits = deltas.stream().mapToDouble(Double::doubleValue).toArray();
    terminal.line(
        "%nwith noise, first component, %d steps of gossip, %d runs: NO GUARANTEE, deltas of these rows"
            .formatted(noisyGossip, runs));
    terminal.line(
        "%8s %8s %8s %9s %3s %8s %12s %10s %10s"
            .formatted(
                "epsilon",
                "delta<=",
                "error",
                "delta",
                "T",
                "noise",
                draws + " draws<=",
                "LDP paper",
                "LDP exact"));
    terminal.progress("  searching");
    List<PowerStudy.Chosen> all =
        study.choose(study.search(wanted, runs), wanted, limits, runs, draws);
    LinePlot byEpsilon = new LinePlot("epsilon", "|sin|");
    LinePlot bySteps = new LinePlot("step", "|sin|");
    for (PowerStudy.Chosen chosen : all) {
      report.withNoise.add(chosen);
      terminal.line(line(chosen));
      PowerStudy.Tried best = chosen.best();
      byEpsilon.add("noise on rows", chosen.epsilon(), chosen.exactLdp());
      if (best != null) {
        byEpsilon.add("power method", chosen.epsilon(), best.error()[best.steps() - 1]);
        for (int step = 1; step <= best.steps(); step++) {
          bySteps.add("epsilon " + chosen.epsilon(), step, best.error()[step - 1]);
        }
        if (views) {
          terminal.line(
              "         in other views, delta: "
                  + List.of(PeerView.SUMS_AND_SHARES, PeerView.PLAIN_GOSSIP).stream()
                      .map(view ->
                          "%s %.4f".formatted(view, study.delta(best, view, chosen.epsilon())))
                      .collect(Collectors.joining(", ")));
        }
      }
    }
    OutputFile.write(svgEpsilon, byEpsilon.svg());
    OutputFile.write(svgSteps, bySteps.svg());
  }

  private static String line(PowerStudy.Chosen chosen) {
    PowerStudy.Tried best = chosen.best();
    String found =
        best == null
            ? "%8s %9s %3s %8s %12s".formatted("none", "", "", "", "")
            : "%8.3f %9.4f %3d %8.3f %12.4f"
                .formatted(
                    best.error()[best.steps() - 1],
                    chosen.delta(),
                    best.steps(),
                    best.noise(),
                    chosen.mostDelta());
    return "%8.4g %8.4g %s %10.3f %10.3f"
        .formatted(chosen.epsilon(), chosen.limit(), found, chosen.paperLdp(), chosen.exactLdp());
  }
}
