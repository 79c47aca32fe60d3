package io.privirec.acceptance.load;

import io.privirec.lab.option.DataOption;
import io.privirec.lab.option.JsonOption;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `acceptance overload`.
@Command(
    name = "overload",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Finds how many requests per second the running recommender answers, offers it several times as many, and tells how"
          + " long answers and refusals take, whether health answers meanwhile, and whether all is well soon afterwards.",
      "Exit status: 0, 1 when a limit was missed, 2 for an option or a data file that cannot be used."
    })
public final class OverloadCommand implements Callable<Integer> {
  /// Callers that wait for each answer: as many as keep the service busy, and too few to be
  /// refused.
  private static final int FEW_CONNECTIONS = 16;

  private static final int OK = 200;
  private static final double HEALTH_PER_SECOND = 10;
  private static final double MOST_PER_SECOND = 100_000;
  private static final Duration SENDER_WARM_UP = Duration.ofSeconds(15);
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration CAPACITY = Duration.ofSeconds(10);
  private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(5);
  private static final Duration AFTERWARDS = Duration.ofSeconds(10);
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(10);

  @Mixin private DataOption data = new DataOption();

  @Option(names = "--url", paramLabel = "URL", description = "Default: ${DEFAULT-VALUE}.")
  private URI url = URI.create("http://127.0.0.1:7801");

  @Option(
      names = "--times",
      paramLabel = "X",
      description = "Of what is answered at most. Default: 3.")
  private double times = 3;

  @Option(names = "--seconds", paramLabel = "S", description = "Default: 60.")
  private int seconds = 60;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Of callers in the overload; a service takes 2048 from one address. Default: 1500.")
  private int connections = 1500;

  @Option(
      names = "--max-answered",
      paramLabel = "MS",
      description = "99th percentile of answers, in milliseconds. Default: 200.")
  private double maxAnswered = 200;

  @Option(
      names = "--max-refused",
      paramLabel = "MS",
      description = "99th percentile of refusals, in milliseconds. Default: 50.")
  private double maxRefused = 50;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    json.clear();
    if (!(times >= 1 && times <= 100) || seconds < 1 || connections < 1) {
      throw new InvalidOptionException(
          "--times must be in [1, 100], --seconds and --connections at least 1. Provided values: %s, %d, %d"
              .formatted(times, seconds, connections));
    }
    if (!"http".equals(url.getScheme()) || url.getHost() == null) {
      throw new InvalidOptionException(
          "--url must be of the form http://HOST:PORT. Provided value: " + url);
    }
    OverloadReport report = measure();
    report.lines().forEach(Terminal.ofThisProcess()::line);
    json.write(report);
    return LoadReport.conclude(report.misses(maxAnswered, maxRefused), ".");
  }

  private OverloadReport measure() throws IOException, InterruptedException {
    URI address = url.resolve("/v1/recommendations");
    List<byte[]> requests =
        LoadCommand.bodies(data.read()).stream()
            .map(body -> OpenLoop.request(address, Optional.of(body), Optional.empty()))
            .toList();
    InetSocketAddress service = LoadCommand.service(url);
    WarmUpServer.compileSender(connections, SENDER_WARM_UP);
    double capacity = capacity(service, requests);
    double offered = Math.min(times * capacity, MOST_PER_SECOND);
    Duration length = Duration.ofSeconds(seconds);
    OpenLoop.Outcome overload;
    OpenLoop.Outcome health;
    try (Connections many = new Connections(service, connections);
        Connections probe = new Connections(service, 1);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<byte[]> ready =
          List.of(OpenLoop.request(url.resolve("/readyz"), Optional.empty(), Optional.empty()));
      Future<OpenLoop.Outcome> looks =
          threads.submit(
              () -> new OpenLoop(probe, HEALTH_PER_SECOND, ANSWERED_WITHIN).run(ready, length));
      overload = new OpenLoop(many, offered, ANSWERED_WITHIN).run(requests, length);
      health = ended(looks);
    }
    Thread.sleep(RECOVERS_WITHIN);
    OpenLoop.Outcome afterwards;
    try (Connections some = new Connections(service, FEW_CONNECTIONS)) {
      afterwards = new OpenLoop(some, capacity / 2, ANSWERED_WITHIN).run(requests, AFTERWARDS);
    }
    return new OverloadReport(
        capacity,
        offered,
        OverloadReport.Part.of(overload.micros()),
        OverloadReport.Part.of(overload.refused()),
        overload.errors() - overload.refused().getTotalCount(),
        OverloadReport.Part.of(health.micros()),
        health.errors(),
        LoadReport.Latency.of("afterwards", afterwards));
  }

  private static long answers(Connections connections, List<byte[]> requests, Duration length)
      throws InterruptedException {
    ClosedLoop loop = new ClosedLoop(connections, requests, System.nanoTime() + length.toNanos());
    connections.after(0, () -> IntStream.range(0, FEW_CONNECTIONS).forEach(_ -> loop.send()));
    loop.over.await();
    return connections.call(() -> loop.answers);
  }

  /// Callers that wait for each answer, on the thread of the connections.
  private static final class ClosedLoop {
    private final Connections connections;
    private final List<byte[]> requests;
    private final long until;
    private final CountDownLatch over = new CountDownLatch(FEW_CONNECTIONS);
    private int sent;
    private long answers;

    /// @param until as [System#nanoTime] has it
    ClosedLoop(Connections connections, List<byte[]> requests, long until) {
      this.connections = connections;
      this.requests = requests;
      this.until = until;
    }

    void send() {
      if (System.nanoTime() - until >= 0) {
        over.countDown();
        return;
      }
      connections.send(
          requests.get(sent++ % requests.size()),
          status -> {
            if (status == OK) {
              answers++;
            }
            send();
          });
    }
  }

  /// Answers per second where callers wait for each answer before they ask again.
  private static double capacity(InetSocketAddress service, List<byte[]> requests)
      throws InterruptedException {
    try (Connections few = new Connections(service, FEW_CONNECTIONS)) {
      answers(few, requests, WARM_UP);
      return answers(few, requests, CAPACITY) / (double) CAPACITY.toSeconds();
    }
  }

  private static OpenLoop.Outcome ended(Future<OpenLoop.Outcome> looks)
      throws IOException, InterruptedException {
    try {
      return looks.get();
    } catch (ExecutionException e) {
      throw new IOException("the looks at /readyz broke off: " + e.getMessage(), e);
    }
  }
}
