package io.privirec.lab.attack;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.lab.option.ReportFiles;
import io.privirec.lab.study.Column;
import io.privirec.lab.study.Metric;
import io.privirec.lab.study.Study;
import io.privirec.lab.study.Table;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `lab attack membership`.
@Command(
    name = "membership",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Was a user's data in the sums? The attacker knows the user's items, everybody else's data, and"
          + " the noise of colluders, and takes the likelihood ratio of all sums of a session. The"
          + " user has as many items as are counted, all of them popular: next to nobody changes"
          + " sums more. From how often the attack is right follows the least epsilon that the"
          + " noise can have ('proven'), with confidence.",
      "Sums are simulated: exact ones, and the noise that each honest participant would draw, by the"
          + " sampler of services. --sessions runs whole sessions beside it, over made-up data.",
      "Exit status: 0, 1 if a seed proves more than is claimed or has more advantage than a claim"
          + " allows, 2 for options that cannot be used."
    })
final class MembershipCommand implements Callable<Integer> {
  private static final int BROKEN = 1;
  private static final int MOST_TRIALS = 1_000_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--algorithm",
      split = ",",
      paramLabel = "NAME",
      description = "Whose sums: ${COMPLETION-CANDIDATES}, separated by commas. Default: all.")
  private List<AttackedRelease> releases = List.of(AttackedRelease.values());

  @Option(
      names = "--epsilon",
      split = ",",
      paramLabel = "E",
      description = "Claims, separated by commas. Default: 0.5,1,3,10.")
  private List<Double> epsilons = List.of(.5, 1., 3., 10.);

  @Option(names = "--delta", paramLabel = "D", description = "Default: ${DEFAULT-VALUE}.")
  private double delta = 1e-5;

  @Option(names = "--participants", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int participants = 10;

  @Option(
      names = "--colluders",
      paramLabel = "C",
      description = "Participants whose noise the attacker knows. Default: ${DEFAULT-VALUE}.")
  private int colluders = 1;

  @Option(
      names = "--catalogue",
      paramLabel = "M",
      description = "Items. Default: ${DEFAULT-VALUE}, as many as Gowalla has.")
  private int catalogue = 40_981;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Of each seed, with the target, and without. Default: ${DEFAULT-VALUE}.")
  private int trials = 5_000;

  @Option(names = "--seeds", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int seeds = 20;

  @Option(
      names = "--confidence",
      paramLabel = "P",
      description = "That a seed does not prove too much. Default: ${DEFAULT-VALUE}.")
  private double confidence = .95;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      description =
          "Whole sessions with the target, and without, of each release. Default: ${DEFAULT-VALUE}.")
  private int sessions;

  @Mixin private ReportFiles files = new ReportFiles();

  @Override
  public Integer call() throws IOException {
    files.clear();
    requireRange("--participants", participants, 3, 64);
    requireRange("--trials", trials, 100, MOST_TRIALS);
    requireRange("--seeds", seeds, 1, 1000);
    requireRange("--sessions", sessions, 0, 10_000);
    requireRange("--catalogue", catalogue, AttackedRelease.HISTORY, 1 << 20);
    if (!(confidence > 0 && confidence < 1)) {
      throw new InvalidOptionException(
          "--confidence must be in (0, 1). Provided value: " + confidence);
    }
    PrintWriter out = spec.commandLine().getOut();
    Consumer<String> lines =
        line -> {
          out.println(line);
          out.flush();
        };
    Table table = table();
    Table ofSeeds = ofSeeds();
    List<WholeSessions.CrossCheck> checks = new ArrayList<>();
    lines.accept(
        "%d participants, %d colluders, delta %s, %d seeds of %d trials with the target and as many without, confidence %s%n%s"
            .formatted(participants, colluders, delta, seeds, trials, confidence, table.header()));
    Study study =
        new Study(table, files, lines)
            .fact("participants", participants)
            .fact("colluders", colluders)
            .fact("delta", delta)
            .fact("confidence", confidence)
            .fact("trials", trials)
            .rows("rows")
            .fact("sessions", checks)
            .csv(ofSeeds);
    boolean broken = false;
    for (AttackedRelease release : releases) {
      broken |= add(study, ofSeeds, release, null);
      for (double epsilon : epsilons) {
        broken |= add(study, ofSeeds, release, epsilon);
      }
    }
    for (AttackedRelease release : releases) {
      if (release == AttackedRelease.PRIVIREC_K) {
        // Its sums are those of a coordinator that lies.
        continue;
      }
      for (double epsilon : sessions == 0 ? List.<Double>of() : epsilons) {
        checks.add(WholeSessions.check(release, privacy(epsilon), participants, sessions));
        lines.accept(checks.getLast().line());
      }
    }
    study.write();
    return broken ? BROKEN : 0;
  }

  /// Releases. The limit is the epsilon of noise like this for this target: a perfect attack would
  /// prove it. Broken are the seeds that prove more than is claimed, or have more advantage than a
  /// claim allows.
  private static Table table() {
    return new Table(
        Column.of("release", "%-24s"),
        Column.of("claimed", " %7s").named("epsilon", null).absent("exact"),
        Column.of("limit", " %7s", "%.3f", "%s"),
        Column.json("advantageBound"),
        Column.json("proven"),
        Column.json("advantages"),
        Column.text("proven", " %8s", "%.3f"),
        Column.text("most", " %8s", "%.3f"),
        Column.text("advantage", " %9s", "%.4f"),
        Column.text("most", " %9s", "%.4f"),
        Column.text("bound", " %8s", "%.4f"),
        Column.text("broken", " %7s", "%d"));
  }

  private static Table ofSeeds() {
    return new Table(
        Column.csv("release", "%s"),
        Column.csv("claimed", "%s"),
        Column.csv("limit", "%s"),
        Column.csv("seed", "%d"),
        Column.csv("proven", "%.6f"),
        Column.csv("advantage", "%.6f"),
        Column.csv("advantageBound", "%s"));
  }

  private PrivacyParameters privacy(double epsilon) {
    return PrivacyParameters.of(epsilon, delta)
        .withItemsPerUser(AttackedRelease.HISTORY)
        .withColluders(colluders)
        .withRounds("closed");
  }

  /// @param epsilon null: exact
  /// @return whether a seed breaks the claim
  private boolean add(Study study, Table ofSeeds, AttackedRelease release, @Nullable Double epsilon)
      throws IOException {
    AlgorithmSettings algorithm =
        release.algorithm(privacy(epsilon == null ? 1 : epsilon), catalogue, participants);
    LikelihoodRatio attack =
        new LikelihoodRatio(
            algorithm.algorithm(),
            participants,
            release.target(algorithm, catalogue, participants),
            epsilon == null);
    List<ProvenEpsilon> found =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed ->
                ProvenEpsilon.of(
                    attack.simulate(false, trials, stream(seed, 0)),
                    attack.simulate(true, trials, stream(seed, 1)),
                    delta,
                    confidence))
            .toList();
    List<Double> proven = found.stream().map(ProvenEpsilon::epsilon).toList();
    List<Double> advantages = found.stream().map(ProvenEpsilon::advantage).toList();
    Double limit = epsilon == null ? null : (Double) attack.limit(delta);
    // No test has more (Kairouz, Oh, Viswanath 2015).
    Double bound =
        epsilon == null
            ? null
            : (Double) ((Math.expm1(epsilon) + 2 * delta) / (Math.exp(epsilon) + 1));
    for (int seed = 0; seed < seeds; seed++) {
      ofSeeds.add(release, epsilon, limit, seed + 1, proven.get(seed), advantages.get(seed), bound);
    }
    double claimed = epsilon == null ? Double.POSITIVE_INFINITY : epsilon;
    double allowed = bound == null ? 1 : bound;
    long broken =
        found.stream()
            .filter(seed -> seed.epsilon() > claimed || seed.advantage() > allowed)
            .count();
    study.add(
        release.toString(),
        epsilon,
        limit,
        bound,
        proven,
        advantages,
        Metric.of(proven).mean(),
        Collections.max(proven),
        Metric.of(advantages).mean(),
        Collections.max(advantages),
        bound,
        broken);
    return broken > 0;
  }

  /// The same noise for the same seed: for experiments alone.
  private static KeyStream stream(long seed, int number) {
    return new KeyStream(
        SecretBytes.copyOf(
            ByteBuffer.allocate(KeyStream.KEY_BYTES).putLong(seed).putInt(number).array()));
  }
}
