package io.privirec.lab.load;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.lab.http.Meters;
import io.privirec.lab.http.MetersApi;
import io.privirec.lab.run.DatasetOption;
import io.privirec.lab.run.InvalidOptionException;
import io.privirec.lab.run.JsonFile;
import io.privirec.lab.run.Screen;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `lab load`.
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Offers the running recommender a constant rate of requests, each with the history of a user"
          + " of a data set, and tells how long answers take from when they were due. With --floor"
          + " the same requests go, half before and half after, to a model with constant scores, a release of item-degrees,"
          + " whose order is fixed once: what HTTP and JSON cost.",
      "Exit status: 0, 1 when a limit was missed, 2 for an option or a data file that cannot be"
          + " used."
    })
public final class LoadCommand implements Callable<Integer> {
  private static final int MISSED = 1;
  private static final int TOP = 20;
  private static final int HTTP_PORT = 80;
  private static final int CONNECTIONS = 256;
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "Data set whose histories are asked with: that of the served release.")
  private Path data = Path.of("");

  @Option(names = "--url", paramLabel = "URL", description = "Default: ${DEFAULT-VALUE}.")
  private URI url = URI.create("http://127.0.0.1:7801");

  @Option(names = "--rate", paramLabel = "R", description = "Per second. Default: 2000.")
  private double rate = 2000;

  @Option(names = "--seconds", paramLabel = "S", description = "Of each part. Default: 60.")
  private int seconds = 60;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "Seconds that do not count, before each part. Default: 10.")
  private int warmUp = 10;

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

  @Option(names = "--max-p50", paramLabel = "MS", description = "Milliseconds. Default: 5.")
  private double maxP50 = 5;

  @Option(
      names = "--max-ratio",
      paramLabel = "X",
      description = "Of the 99th percentile to that of --floor. Default: 2.")
  private double maxRatio = 2;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      JsonFile.clear(json);
      if (!(rate > 0 && rate <= 100_000) || seconds < 1 || warmUp < 0) {
        throw new InvalidOptionException(
            "--rate must be in (0, 100000], --seconds at least 1, --warm-up at least 0."
                + " Provided values: %s, %d, %d".formatted(rate, seconds, warmUp));
      }
      if (!"http".equals(url.getScheme()) || url.getHost() == null) {
        throw new InvalidOptionException(
            "--url must be of the form http://HOST:PORT. Provided value: " + url);
      }
      LoadReport report = measure(DatasetOption.read(data));
      if (json != null) {
        JsonFile.write(json, report);
      }
      List<String> misses = report.misses(maxP50, maxRatio);
      Screen screen = Screen.ofThisProcess();
      screen.line(
          misses.isEmpty()
              ? "All limits are kept" + (floor == null ? ", but p99 has no --floor." : ".")
              : "Missed: " + String.join("; ", misses));
      return misses.isEmpty() ? 0 : MISSED;
    } catch (InvalidOptionException refused) {
      throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
    }
  }

  private LoadReport measure(Dataset dataset) throws IOException, InterruptedException {
    List<byte[]> bodies = bodies(dataset);
    requireModels(dataset);
    Screen screen = Screen.ofThisProcess();
    screen.line(
        "%,d histories of %s, %s requests per second for %d s%n%n%s"
            .formatted(bodies.size(), dataset.name(), rate, seconds, LoadReport.header()));
    try (Connections connections = new Connections(service(), CONNECTIONS);
        MetersApi meters = new MetersApi(url, Meters.MEMORY)) {
      OpenLoop loop = new OpenLoop(connections, rate, ANSWERED_WITHIN);
      // Half of the floor before and half after: neither has the warmer processes.
      OpenLoop.@Nullable Outcome before = floorHalf(loop, bodies);
      HeapWatch heap = new HeapWatch(meters);
      LoadReport.Latency latency;
      try (heap) {
        latency =
            LoadReport.Latency.of(
                model == null ? "active model" : model,
                part(loop, requestsTo(model, bodies), Duration.ofSeconds(seconds)));
      }
      screen.line(latency.line());
      OpenLoop.@Nullable Outcome after = floorHalf(loop, bodies);
      LoadReport.@Nullable Latency least = null;
      if (before != null && after != null) {
        least = LoadReport.Latency.of("floor: " + floor, before.plus(after));
        screen.line(least.line());
      }
      LoadReport report =
          new LoadReport(
              rate,
              latency,
              least,
              least == null ? null : latency.p99() / least.p99(),
              heap.leastOfFirstThird(),
              heap.leastOfLastThird());
      screen.line(
          "%nheap of the recommender, least in use: %,d MiB in the first third, %,d MiB in the last"
              .formatted(report.heapFirst() >> 20, report.heapLast() >> 20));
      return report;
    }
  }

  /// A model that does not know the items, or a floor that scores, would measure something else.
  private void requireModels(Dataset dataset) throws IOException, InterruptedException {
    try (RecommenderClient recommender = RecommenderClient.at(url).build()) {
      KnownItems.require(recommender, model, dataset);
      if (floor != null && !KnownItems.require(recommender, floor, dataset).equals("popular")) {
        throw new InvalidOptionException(
            "--floor must be a model with constant scores, of item-degrees. Provided: " + floor);
      }
    }
  }

  private OpenLoop.@Nullable Outcome floorHalf(OpenLoop loop, List<byte[]> bodies)
      throws InterruptedException {
    return floor == null
        ? null
        : part(loop, requestsTo(floor, bodies), Duration.ofSeconds(seconds).dividedBy(2));
  }

  private OpenLoop.Outcome part(OpenLoop loop, List<byte[]> requests, Duration length)
      throws InterruptedException {
    if (warmUp > 0) {
      loop.run(n -> request(requests, n), Duration.ofSeconds(warmUp));
    }
    return loop.run(n -> request(requests, n), length);
  }

  private static byte[] request(List<byte[]> requests, long n) {
    return requests.get((int) (n % requests.size()));
  }

  private List<byte[]> requestsTo(@Nullable String version, List<byte[]> bodies) {
    String query =
        version == null ? "" : "?model=" + URLEncoder.encode(version, StandardCharsets.UTF_8);
    URI address = url.resolve("/v1/recommendations" + query);
    return bodies.stream().map(body -> OpenLoop.post(address, body)).toList();
  }

  private InetSocketAddress service() {
    int port = url.getPort() < 0 ? HTTP_PORT : url.getPort();
    return new InetSocketAddress(url.getHost(), port);
  }

  private static List<byte[]> bodies(Dataset dataset) {
    InteractionMatrix train = dataset.train();
    return IntStream.range(0, dataset.users())
        .filter(user -> train.rowLength(user) > 0)
        .mapToObj(user -> {
          ObjectNode body = JSON.createObjectNode();
          ArrayNode history = body.putArray("history");
          for (int item : train.row(user)) {
            history.addObject().put("item", dataset.itemIds().get(item));
          }
          body.put("k", TOP);
          return JSON.writeValueAsBytes(body);
        })
        .toList();
  }
}
