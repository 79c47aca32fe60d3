package io.privirec.acceptance.load;

import io.privirec.acceptance.load.LoadReport.Latency;
import io.privirec.lab.option.JsonOption;
import io.privirec.operator.http.AdminToken;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.meters.Meters;
import io.privirec.stage.meters.MetersApi;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `acceptance outsiders`.
@Command(
    name = "outsiders",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Attacks a running service from 127.0.0.1 with JSON bodies of 8 MiB and with heads that never"
          + " end, while 127.0.0.2 asks it for something at a constant rate, every tenth time for"
          + " /livez. Tells how long those answers take with the attack and without, and how much of"
          + " the heap is live before and after.",
      "Exit status: 0, 1 when a limit was missed, 2 for an option that cannot be used."
    })
public final class OutsidersCommand implements Callable<Integer> {
  private static final int CONNECTIONS = 64;
  private static final int BODY_BYTES = 8 << 20;
  private static final int LIVEZ_EVERY = 10;
  private static final String ATTACKER = "127.0.0.1";
  private static final String CALLER = "127.0.0.2";
  private static final Duration HEAD_BYTE_EVERY = Duration.ofSeconds(10);
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(30);
  private static final Duration BACK_WITHIN = Duration.ofSeconds(30);

  @Option(names = "--url", required = true, paramLabel = "URL", description = "Of the service.")
  private URI url = URI.create("http://127.0.0.1:7801");

  @Option(
      names = "--pid",
      required = true,
      paramLabel = "PID",
      description = "Of the service, whose heap is looked at.")
  private long pid;

  @Option(
      names = "--ask",
      required = true,
      paramLabel = "PATH",
      description = "What the caller asks for.")
  private String ask = "/livez";

  @Option(
      names = "--json-body",
      paramLabel = "FILE",
      description = "Makes --ask a POST of this JSON. Default: a GET.")
  private @Nullable Path jsonBody;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "With the caller's bearer token. Attackers have none.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--attack",
      required = true,
      paramLabel = "PATH",
      description = "Where the bodies are sent to.")
  private String attack = "/";

  @Option(
      names = "--attack-json",
      paramLabel = "TEXT",
      description = "How the bodies begin, up to a string that never ends. Default: a history.")
  private String attackJson = "{\"history\":[{\"item\":\"";

  @Option(names = "--rate", paramLabel = "R", description = "Per second. Default: 50.")
  private double rate = 50;

  @Option(names = "--seconds", paramLabel = "S", description = "Of each part. Default: 60.")
  private int seconds = 60;

  @Option(names = "--bodies", paramLabel = "N", description = "Connections. Default: 200.")
  private int bodies = 200;

  @Option(names = "--heads", paramLabel = "N", description = "Connections. Default: 2000.")
  private int heads = 2000;

  @Option(
      names = "--max-ratio",
      paramLabel = "X",
      description = "Of the 99th percentile to that without the attack. Default: 10.")
  private double maxRatio = 10;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    json.clear();
    if (!(rate > 0 && rate <= 10_000) || seconds < 1 || bodies < 0 || heads < 0) {
      throw new InvalidOptionException(
          "--rate must be in (0, 10000], --seconds at least 1, --bodies and --heads at least 0."
              + " Provided values: %s, %d, %d, %d".formatted(rate, seconds, bodies, heads));
    }
    if (!"http".equals(url.getScheme()) || url.getHost() == null || url.getPort() < 0) {
      throw new InvalidOptionException(
          "--url must be of the form http://HOST:PORT. Provided value: " + url);
    }
    OutsidersReport report = measure();
    json.write(report);
    return LoadReport.conclude(report.misses(maxRatio), ".");
  }

  private OutsidersReport measure() throws IOException, InterruptedException {
    InetSocketAddress service = new InetSocketAddress(url.getHost(), url.getPort());
    List<byte[]> requests = requests();
    Terminal terminal = Terminal.ofThisProcess();
    terminal.line(
        "%s asks for %s, %s per second for %d s; %s holds %,d bodies and %,d heads%n%n%s"
            .formatted(CALLER, ask, rate, seconds, ATTACKER, bodies, heads, LoadReport.header()));
    try (Connections connections = new Connections(service, CONNECTIONS, CALLER);
        MetersApi meters = new MetersApi(url, Meters.MEMORY)) {
      OpenLoop loop = new OpenLoop(connections, rate, ANSWERED_WITHIN);
      Duration length = Duration.ofSeconds(seconds);
      loop.run(requests, WARM_UP);
      Latency alone = Latency.of("alone", loop.run(requests, length));
      terminal.line(alone.line());
      LiveHeap heap = new LiveHeap(pid, meters);
      long before = heap.bytes();
      Latency attacked;
      long closed;
      try (Attackers attackers = new Attackers(service, ATTACKER)) {
        attackers.sendBodies(bodies, url.resolve(attack), attackJson, BODY_BYTES, length);
        attackers.sendHeads(heads, url, HEAD_BYTE_EVERY);
        attacked = Latency.of("attacked", loop.run(requests, length));
        closed = attackers.closed();
      }
      terminal.line(attacked.line());
      long after = heap.bytesOnceAtMost(before, BACK_WITHIN);
      OutsidersReport report = new OutsidersReport(alone, attacked, closed, before, after);
      terminal.line(
          "%np99 %.1f times that alone; %,d connections were closed; live heap %,d KiB before, %,d KiB after"
              .formatted(report.p99Ratio(), closed, before >> 10, after >> 10));
      return report;
    }
  }

  /// The first of each ten goes to `/livez`.
  private List<byte[]> requests() {
    Optional<String> token =
        Optional.ofNullable(tokenFile).map(file -> AdminToken.read(file).value());
    byte[] asked = OpenLoop.request(url.resolve(ask), body(), token);
    List<byte[]> requests = new ArrayList<>(Collections.nCopies(LIVEZ_EVERY, asked));
    requests.set(0, OpenLoop.request(url.resolve("/livez"), Optional.empty(), Optional.empty()));
    return requests;
  }

  private Optional<String> body() {
    try {
      return jsonBody == null ? Optional.empty() : Optional.of(Files.readString(jsonBody));
    } catch (IOException e) {
      throw new InvalidOptionException("--json-body cannot be read: " + jsonBody);
    }
  }
}
