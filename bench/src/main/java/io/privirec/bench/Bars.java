package io.privirec.bench;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.ring.RingVector;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs the measurements that have bars and prints them as a table. Ends with 1 if a bar is missed.
public final class Bars {
  private static final int WARM_UP_ROUNDS = 20;
  private static final int ROUNDS = 21;

  private Bars() {}

  private enum Group {
    MASKS,
    NOISE,
    CLIENT,
    UNMASK,
    ROUND,
    KERNELS,
    FOLD,
    SCORER,
    SOLVE,
    CIPHER;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    List<Result> measure(Optional<Path> data) throws Exception {
      return switch (this) {
        case MASKS -> MaskSpeed.measure();
        case NOISE ->
            Stream.concat(NoiseSpeed.measure().stream(), NoiseMemory.measure().stream()).toList();
        case CLIENT -> client();
        case UNMASK -> unmask();
        case ROUND -> round();
        case KERNELS -> new KernelSpeed(Path.of(System.getProperty("lab.home")), data).measure();
        case FOLD -> FoldSpeed.measure(data);
        case SCORER -> ScorerSpeed.measure(data);
        case SOLVE -> SolveSpeed.measure();
        case CIPHER -> CipherSpeed.measure();
      };
    }
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("jmh")) {
      org.openjdk.jmh.Main.main(Arrays.copyOfRange(args, 1, args.length));
      return;
    }
    List<String> groups = new ArrayList<>(List.of(args));
    int data = groups.indexOf("--data");
    Optional<Path> directory = Optional.empty();
    if (data >= 0 && data + 1 < groups.size()) {
      directory = Optional.of(Path.of(groups.remove(data + 1)));
      groups.remove(data);
    }
    System.exit(run(chosen(Set.copyOf(groups)), directory) ? 0 : 1);
  }

  private static Set<Group> chosen(Set<String> names) {
    Set<Group> chosen =
        Arrays.stream(Group.values())
            .filter(group -> names.isEmpty() || names.contains(group.label()))
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Group.class)));
    if (!names.isEmpty() && chosen.size() < names.size()) {
      String labels =
          Arrays.stream(Group.values()).map(Group::label).collect(Collectors.joining(" | "));
      System.err.println("Usage: bench/run [" + labels + "]… [--data DIRECTORY]");
      System.err.println("       bench/run jmh [options of JMH; -h lists them]");
      System.err.println("Measures everything without arguments. Ends with 1 if a bar is missed.");
      System.err.println(
          "--data: what kernels, fold and scorer work on; else made-up data of Gowalla's size.");
      System.exit(2);
    }
    return chosen;
  }

  private static boolean run(Set<Group> groups, Optional<Path> data) throws Exception {
    System.out.println(Result.row("measured", "result", "bar", ""));
    int missed = 0;
    for (Group group : groups) {
      for (Result result : group.measure(data)) {
        System.out.println(result.row());
        missed += result.missesBar() ? 1 : 0;
      }
    }
    System.out.println(missed == 0 ? "All bars are kept." : missed + " of the bars missed.");
    return missed == 0;
  }

  private static List<Result> client() throws Exception {
    String what =
        String.format(
            Locale.ROOT,
            "client, L = %,d, %d masks, ",
            ClientRound.ELEMENTS,
            ClientRound.NEIGHBOURS + 1);
    List<Result> results = new ArrayList<>();
    for (KeyAgreement agreement : KeyAgreement.values()) {
      ClientRound round = new ClientRound(agreement, new SecureRandom());
      CpuTime.medianMillisOf(WARM_UP_ROUNDS, round::run);
      double warm = CpuTime.medianMillisOf(ROUNDS, round::run);
      results.add(Result.of(what + agreement, warm, "ms CPU").atMost(40));
    }
    results.add(
        Result.of(what + "X25519, whole state machine", wholeParticipant(), "ms CPU").atMost(40));
    results.addAll(closedBesideTolerant());
    double cold = FreshProcess.firstRoundMillis();
    results.add(Result.of(what + "X25519, first round of a process", cold, "ms CPU"));
    return results;
  }

  /// Likewise with everything that a participant computes in a round: signatures and their checks,
  /// encodings, the consistency phase and the unmask answer. The mean of a cohort that shares with
  /// everyone; the median of several rounds.
  private static double wholeParticipant() {
    double[] millis = new double[WARM_UP_ROUNDS];
    for (int n = 0; n < millis.length; n++) {
      WholeRound round = WholeRound.tolerant(ClientRound.NEIGHBOURS + 1, ClientRound.ELEMENTS);
      round.run();
      millis[n] = round.participantMillis();
    }
    return CpuTime.median(Arrays.copyOfRange(millis, millis.length / 2, millis.length));
  }

  /// Everything that a participant computes in a closed round, beside the same in a tolerant one:
  /// masks with everyone of fifteen. Rounds of the two kinds alternate, so that whatever else the
  /// machine does falls on both.
  private static List<Result> closedBesideTolerant() throws Exception {
    int cohort = ClientRound.NEIGHBOURS + 1;
    double[] closed = new double[ROUNDS];
    double[] tolerant = new double[ROUNDS];
    for (int n = -WARM_UP_ROUNDS / 2; n < ROUNDS; n++) {
      WholeRound one = WholeRound.closed(cohort, ClientRound.ELEMENTS);
      one.run();
      WholeRound other = WholeRound.tolerant(cohort, ClientRound.ELEMENTS);
      other.run();
      if (n >= 0) {
        closed[n] = one.participantMillis();
        tolerant[n] = other.participantMillis();
      }
    }
    double median = CpuTime.median(closed);
    String what =
        String.format(
            Locale.ROOT,
            "client of a closed round, L = %,d, %d masks, X25519",
            ClientRound.ELEMENTS,
            ClientRound.NEIGHBOURS);
    return List.of(
        Result.of(what, median, "ms CPU"),
        Result.of(what + ": of a tolerant one", median / CpuTime.median(tolerant), "").atMost(.85),
        Result.of(
                what + ", with noise",
                median + NoiseSpeed.shareMillis(cohort, ClientRound.ELEMENTS),
                "ms CPU")
            .atMost(3000));
  }

  private static List<Result> round() {
    List<Result> results = new ArrayList<>(WholeRound.tolerant(1000, 100_000).run());
    results.addAll(WholeRound.closed(1000, 100_000).run());
    return results;
  }

  private static List<Result> unmask() throws Exception {
    SecureRandom random = new SecureRandom();
    return List.of(
        unmask("n = 64, k = 14, 4 drops", new ServerUnmask(64, 14, 7, 4, random)).atMost(0.4),
        unmask("n = 128, k = 26, 8 drops", new ServerUnmask(128, 26, 13, 8, random)).atMost(1.0));
  }

  private static Result unmask(String what, ServerUnmask server) throws Exception {
    double[] seconds = new double[5];
    int masks = 0;
    for (int run = 0; run < seconds.length; run++) {
      RingVector sum = server.maskedSum();
      long start = CpuTime.ofThread();
      masks = server.unmask(sum);
      seconds[run] = (CpuTime.ofThread() - start) / 1e9;
      server.requirePlain(sum);
    }
    return Result.of(
        "server unmask, L = 1,000,000, %s (%s masks)".formatted(what, masks),
        CpuTime.median(seconds),
        "s CPU");
  }
}
