package io.privirec.acceptance.load;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.evaluation.HistoryRequests;
import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.meters.Meters;
import io.privirec.stage.meters.MetersApi;
import io.privirec.stage.terminal.Terminal;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/// `acceptance load`.
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Offers the running recommender a constant rate of requests, each with the history of a user"
          + " of the data set of the served release, and tells how long answers take from when they were due. With --floor"
          + " every second request goes to a model with constant scores, a release of item-degrees, whose order is fixed once:"
          + " what HTTP and JSON cost. Both models meet the same moments of service and machine.",
      "Exit status: 0, 1 when a limit was missed, 2 for an option or a data file that cannot be"
          + " used."
    })
public final class LoadCommand implements Callable<Integer> {
  private static final int TOP = 20;
  private static final int HTTP_PORT = 80;
  private static final int CONNECTIONS = 256;
  private static final Duration READY_WITHIN = Duration.ofMinutes(2);
  private static final Duration SENDER_WARM_UP = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(60);

  @Mixin private DataOption data = new DataOption();

  @Option(names = "--url", paramLabel = "URL", description = "Default: ${DEFAULT-VALUE}.")
  private URI url = URI.create("http://127.0.0.1:7801");

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "Per second, of model and floor together. Default: 2000.")
  private double rate = 2000;

  @Option(names = "--seconds", paramLabel = "S", description = "Default: 60.")
  private int seconds = 60;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "Seconds that do not count. Default: 30.")
  private int warmUp = 30;

  @Option(
      names = "--model",
      paramLabel = "VERSION",
      description = "One of the loaded models. Default: the active one.")
  private @Nullable String model;

  @Option(
      names = "--floor",
      paramLabel = "VERSION",
      description = "A loaded model with constant scores.")
  private @Nullable String floor;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description =
          "Process of the recommender, if it runs on this machine (Linux): tells who had the cores while answers waited.")
  private @Nullable Long pid;

  @Option(names = "--max-p50", paramLabel = "MS", description = "Milliseconds. Default: 5.")
  private double maxP50 = 5;

  @Option(
      names = "--max-ratio",
      paramLabel = "X",
      description = "Of the 99th percentile to that of --floor. Default: 1.5.")
  private double maxRatio = 1.5;

  @Option(
      names = "--max-stall",
      paramLabel = "MS",
      description =
          "Milliseconds for which the service itself may make answers wait. Default: no limit.")
  private double maxStall = Double.POSITIVE_INFINITY;

  @Option(
      names = "--await-ready",
      description =
          "Begins with the first /readyz that says the recommender is ready, for a start that is measured.")
  private boolean awaitReady;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    json.clear();
    if (!(rate > 0 && rate <= 100_000) || seconds < 1 || warmUp < 0) {
      throw new InvalidOptionException(
          "--rate must be in (0, 100000], --seconds at least 1, --warm-up at least 0."
              + " Provided values: %s, %d, %d".formatted(rate, seconds, warmUp));
    }
    if (!"http".equals(url.getScheme()) || url.getHost() == null) {
      throw new InvalidOptionException(
          "--url must be of the form http://HOST:PORT. Provided value: " + url);
    }
    LoadReport report = measure(data.read());
    json.write(report);
    return LoadReport.conclude(
        report.misses(maxP50, maxRatio, maxStall),
        floor == null ? ", but p99 has no --floor." : ".");
  }

  private LoadReport measure(Dataset dataset) throws IOException, InterruptedException {
    List<String> bodies = bodies(dataset);
    if (awaitReady) {
      WarmUpServer.compileSender(CONNECTIONS, SENDER_WARM_UP);
      awaitReady();
    } else {
      requireModels(dataset);
    }
    Terminal terminal = Terminal.ofThisProcess();
    terminal.line(
        "%,d histories of %s, %s requests per second for %d s%n%n%s"
            .formatted(bodies.size(), dataset.name(), rate, seconds, LoadReport.header()));
    try (Connections connections = new Connections(service(), CONNECTIONS);
        MetersApi meters = new MetersApi(url, Meters.MEMORY)) {
      OpenLoop loop = new OpenLoop(connections, rate, ANSWERED_WITHIN);
      List<List<byte[]>> kinds = new ArrayList<>(List.of(requestsTo(model, bodies)));
      if (floor != null) {
        kinds.add(requestsTo(floor, bodies));
      }
      HeapWatch heap = new HeapWatch(meters);
      @Nullable CoreWatch cores = pid == null ? null : CoreWatch.start(pid);
      OpenLoop.Measured measured;
      try (heap;
          cores) {
        measured = loop.runInTurn(kinds, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds));
      }
      List<OpenLoop.Outcome> outcomes = measured.outcomes();
      LoadReport.Latency latency =
          LoadReport.Latency.of(model == null ? "active model" : model, outcomes.getFirst());
      terminal.line(latency.line());
      LoadReport.@Nullable Latency least = null;
      if (floor != null) {
        least = LoadReport.Latency.of("floor: " + floor, outcomes.getLast());
        terminal.line(least.line());
      }
      LoadReport report =
          new LoadReport(
              rate,
              latency,
              least,
              least == null ? null : latency.p99() / least.p99(),
              heap.leastOfFirstThird(measured.begun()),
              heap.leastOfLastThird(measured.begun()),
              heap.mostBetweenLooks(measured.begun()),
              measured.stalls().list(measured.begun(), cores));
      terminal.line(
          "%nheap of the recommender, least in use: %,d MiB in the first third, %,d MiB in the last"
              .formatted(report.heapFirst() >> 20, report.heapLast() >> 20));
      report.stallLines().forEach(terminal::line);
      return report;
    }
  }

  /// Sends only looks at `/readyz`, so that the measured requests are the first ones.
  private void awaitReady() throws IOException, InterruptedException {
    List<byte[]> ready =
        List.of(OpenLoop.request(url.resolve("/readyz"), Optional.empty(), Optional.empty()));
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    try (Connections connection = new Connections(service(), 1)) {
      OpenLoop look = new OpenLoop(connection, 1e3 / LOOK.toMillis(), Duration.ofSeconds(5));
      while (System.nanoTime() < deadline) {
        if (look.run(ready, LOOK).errors() == 0) {
          Terminal.ofThisProcess().line("ready at " + Instant.now());
          return;
        }
        Thread.sleep(LOOK);
      }
    }
    throw new IOException("the recommender is not ready within " + READY_WITHIN);
  }

  /// The model must know the items, and the floor must not score.
  private void requireModels(Dataset dataset) throws IOException, InterruptedException {
    try (RecommenderClient recommender = RecommenderClient.at(url).build()) {
      KnownItems.require(recommender, model, dataset);
      if (floor != null && !KnownItems.require(recommender, floor, dataset).equals("popular")) {
        throw new InvalidOptionException(
            "--floor must be a model with constant scores, of item-degrees. Provided: " + floor);
      }
    }
  }

  private InetSocketAddress service() {
    return service(url);
  }

  static InetSocketAddress service(URI url) {
    int port = url.getPort() < 0 ? HTTP_PORT : url.getPort();
    return new InetSocketAddress(url.getHost(), port);
  }

  private List<byte[]> requestsTo(@Nullable String version, List<String> bodies) {
    String query =
        version == null ? "" : "?model=" + URLEncoder.encode(version, StandardCharsets.UTF_8);
    URI address = url.resolve("/v1/recommendations" + query);
    return bodies.stream()
        .map(body -> OpenLoop.request(address, Optional.of(body), Optional.empty()))
        .toList();
  }

  static List<String> bodies(Dataset dataset) {
    return HistoryRequests.users(dataset)
        .mapToObj(user -> HistoryRequests.request(dataset, dataset.train().row(user), TOP))
        .map(JsonMapper.shared()::writeValueAsString)
        .toList();
  }
}
