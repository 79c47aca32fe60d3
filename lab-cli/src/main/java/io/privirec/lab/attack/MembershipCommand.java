package io.privirec.lab.attack;

import static io.privirec.operator.option.InvalidOptionException.requireRange;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.AlgorithmSettings;
import io.privirec.lab.option.ReportFiles;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Callable;
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
    MembershipReport report =
        new MembershipReport(participants, colluders, delta, confidence, trials);
    out.println(report.header(seeds));
    for (AttackedRelease release : releases) {
      add(report, out, release, null);
      for (double epsilon : epsilons) {
        add(report, out, release, epsilon);
      }
    }
    for (AttackedRelease release : releases) {
      if (release == AttackedRelease.PRIVIREC_K) {
        // Its sums are those of a coordinator that lies.
        continue;
      }
      for (double epsilon : sessions == 0 ? List.<Double>of() : epsilons) {
        MembershipReport.CrossCheck check =
            WholeSessions.check(release, privacy(epsilon), participants, sessions);
        report.sessions().add(check);
        out.println(check.line());
        out.flush();
      }
    }
    files.write(report, report.csv());
    return report.rows().stream().anyMatch(row -> row.broken() > 0) ? BROKEN : 0;
  }

  private PrivacyParameters privacy(double epsilon) {
    return new PrivacyParameters(
        epsilon, delta, "user", AttackedRelease.HISTORY, colluders, "closed");
  }

  /// @param epsilon none: exact
  private void add(
      MembershipReport report, PrintWriter out, AttackedRelease release, @Nullable Double epsilon)
      throws IOException {
    AlgorithmSettings algorithm =
        release.algorithm(privacy(epsilon == null ? 1 : epsilon), catalogue, participants);
    LikelihoodRatio attack =
        new LikelihoodRatio(
            algorithm.algorithm(),
            participants,
            release.target(algorithm, catalogue, participants),
            epsilon == null);
    List<ProvenEpsilon> proven =
        LongStream.rangeClosed(1, seeds)
            .parallel()
            .mapToObj(seed ->
                ProvenEpsilon.of(
                    attack.simulate(false, trials, stream(seed, 0)),
                    attack.simulate(true, trials, stream(seed, 1)),
                    delta,
                    confidence))
            .toList();
    MembershipReport.Row row =
        MembershipReport.Row.of(
            release.toString(),
            epsilon,
            epsilon == null ? null : attack.limit(delta),
            delta,
            proven);
    report.rows().add(row);
    out.println(row.line());
    out.flush();
    files.write(report, report.csv());
  }

  /// The same noise for the same seed: for experiments alone.
  private static KeyStream stream(long seed, int number) {
    return new KeyStream(
        SecretBytes.copyOf(
            ByteBuffer.allocate(KeyStream.KEY_BYTES).putLong(seed).putInt(number).array()));
  }
}
