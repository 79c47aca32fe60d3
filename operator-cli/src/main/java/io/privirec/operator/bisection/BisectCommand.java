package io.privirec.operator.bisection;

import io.privirec.operator.http.AdminToken;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.operator.http.ProblemException;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.CellProbe;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `privirec bisect`.
@Command(
    name = "bisect",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Looks for the cell whose contributions put a sum out of range: the coordinator sums each cell"
          + " of the failed session alone. Holders are asked for each of these sessions as for any"
          + " other.",
      "Exit status: 0 when a cell was found, 1 when none was, 2 for an option or a session that"
          + " cannot be used."
    })
public final class BisectCommand implements Callable<Integer> {
  private static final int NOT_FOUND = 1;
  private static final Duration POLL = Duration.ofMillis(200);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--session",
      required = true,
      paramLabel = "ID",
      description = "A session that failed because a sum was out of range.")
  private String session = "";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The coordinator. Default: ${DEFAULT-VALUE}.")
  private URI url = URI.create("http://127.0.0.1:7800");

  @Option(
      names = "--token-file",
      required = true,
      paramLabel = "FILE",
      description = "With the operator's token.")
  private Path tokenFile = Path.of("");

  @Option(
      names = "--max-minutes",
      paramLabel = "M",
      description = "How long to wait for the holders. Default: ${DEFAULT-VALUE}.")
  private long maxMinutes = 60;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (CoordinatorApi coordinator = new CoordinatorApi(url, AdminToken.read(tokenFile))) {
      SessionView origin = start(coordinator);
      Set<Integer> told = new HashSet<>();
      long deadline = System.nanoTime() + Duration.ofMinutes(maxMinutes).toNanos();
      while (!isOver(origin) && System.nanoTime() < deadline) {
        Thread.sleep(POLL);
        origin = coordinator.session(session);
        tell(origin, told);
      }
      tell(origin, told);
      return conclude(origin);
    }
  }

  private SessionView start(CoordinatorApi coordinator) throws IOException, InterruptedException {
    try {
      return coordinator.bisect(session);
    } catch (ProblemException refused) {
      if (refused.status() / 100 == 4) {
        throw new InvalidOptionException("--session: " + refused.getMessage());
      }
      throw refused;
    }
  }

  private static boolean isOver(SessionView origin) {
    return !origin.bisection().isEmpty()
        && origin.bisection().stream().allMatch(probe -> probe.status().isOver());
  }

  /// A line for each cell that is done and was not told before.
  private void tell(SessionView origin, Set<Integer> told) {
    PrintWriter out = spec.commandLine().getOut();
    for (CellProbe probe : origin.bisection()) {
      if (probe.status().isOver() && told.add(probe.cell())) {
        out.println(
            "cell %s  %s, session %s".formatted(probe.cell(), verdict(probe), probe.session()));
        out.flush();
      }
    }
  }

  private static String verdict(CellProbe probe) {
    Boolean outOfRange = probe.outOfRange();
    if (outOfRange == null) {
      return "unknown: the session is " + probe.status().name().toLowerCase(Locale.ROOT);
    }
    return outOfRange ? "out of range" : "in range";
  }

  private int conclude(SessionView origin) {
    PrintWriter out = spec.commandLine().getOut();
    List<Integer> found = sorted(origin, probe -> Boolean.TRUE.equals(probe.outOfRange()));
    List<Integer> unknown = sorted(origin, probe -> probe.outOfRange() == null);
    found.forEach(
        cell -> out.println("Somebody in cell %s contributed what no data gives.".formatted(cell)));
    if (found.isEmpty()) {
      out.println(
          !isOver(origin)
              ? "Not over within %s minutes.".formatted(maxMinutes)
              : unknown.isEmpty()
                  ? "No cell is out of range by itself."
                  : "Not found; it is not known of cells %s."
                      .formatted(
                          unknown.stream().map(String::valueOf).collect(Collectors.joining(", "))));
    }
    out.flush();
    return found.isEmpty() ? NOT_FOUND : 0;
  }

  private static List<Integer> sorted(SessionView origin, Predicate<CellProbe> wanted) {
    return origin.bisection().stream()
        .filter(wanted)
        .map(CellProbe::cell)
        .distinct()
        .sorted()
        .toList();
  }
}
