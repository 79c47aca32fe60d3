package io.privirec.recommender.models;

import io.privirec.edge.connections.GuardedConnectors;
import io.privirec.edge.connections.OwnPort;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.ranking.Recommender;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import tools.jackson.databind.json.JsonMapper;

/// The requests that the service sends itself before it is ready: the served model, JSON and HTTP
/// are compiled when the first caller comes. Code that is interpreted answers a hundred requests
/// per second, compiled code thousands.
final class FirstRequests implements ApplicationListener<ServletWebServerInitializedEvent> {
  private static final Logger log = LoggerFactory.getLogger(FirstRequests.class);
  private static final String PATH = "/v1/recommendations";
  private static final Duration SERVER_WITHIN = Duration.ofMinutes(2);
  private static final int OK = 200;

  /// Bodies are made once, and sent again and again.
  private static final int BODIES = 64;

  private static final int LONGEST_HISTORY = 256;
  private static final int POPULAR = 500;
  private static final int CALLERS = 8;
  private static final int K = 20;

  private final Models models;
  private final GuardedConnectors connectors;
  private final Duration time;
  private final CountDownLatch listening = new CountDownLatch(1);
  private volatile @Nullable WebServer server;
  private volatile boolean areDone;

  FirstRequests(Models models, GuardedConnectors connectors, Duration time) {
    this.models = models;
    this.connectors = connectors;
    this.time = time;
    this.areDone = !time.isPositive();
  }

  @Override
  public void onApplicationEvent(ServletWebServerInitializedEvent event) {
    // Health and metrics may have a server of their own.
    if (event.getApplicationContext().getServerNamespace() == null) {
      server = event.getWebServer();
      listening.countDown();
    }
  }

  /// Whether the service may be ready.
  boolean areDone() {
    return areDone;
  }

  /// Sends them as soon as the service listens, if a model answers; once.
  void sendOnce() throws InterruptedException {
    LoadedModel model = models.registry().active();
    if (areDone || model == null) {
      return;
    }
    try {
      if (listening.await(SERVER_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        List<byte[]> bodies = model.recommender().ask(FirstRequests::bodies).orElseGet(List::of);
        if (!bodies.isEmpty()) {
          send(bodies);
        }
      }
    } catch (IOException | RuntimeException e) {
      log.warn(
          "The first answers will be slower, for this service could not warm up: {}", e.toString());
    } finally {
      areDone = true;
    }
  }

  private void send(List<byte[]> bodies) throws IOException, InterruptedException {
    long start = System.nanoTime();
    AtomicInteger answered = new AtomicInteger();
    try (OwnPort port = OwnPort.open(Objects.requireNonNull(server), connectors)) {
      List<Thread> callers =
          IntStream.range(0, CALLERS)
              .mapToObj(n ->
                  Thread.ofPlatform()
                      .name("first-requests-" + n)
                      .daemon()
                      .start(() -> call(port, bodies, n, start, answered)))
              .toList();
      for (Thread caller : callers) {
        caller.join();
      }
    }
    log.info(
        "Answered {} requests of its own in {} ms",
        answered.get(),
        Duration.ofNanos(System.nanoTime() - start).toMillis());
  }

  private void call(
      OwnPort port, List<byte[]> bodies, int first, long start, AtomicInteger answered) {
    try (OwnPort.Caller caller = port.connect()) {
      for (int n = first; System.nanoTime() - start < time.toNanos(); n++) {
        if (caller.post(PATH, bodies.get(n % bodies.size())) == OK) {
          answered.incrementAndGet();
        }
      }
    } catch (IOException e) {
      log.debug("A connection to the own port ended", e);
    }
  }

  /// Made-up histories of popular items: short and long ones, some with the parts of a request that
  /// callers use.
  private static List<byte[]> bodies(Recommender recommender) {
    List<HistoryItem> popular =
        recommender.popular(POPULAR, null, null, RequestContext.PLAIN).items().stream()
            .map(RankedItem::item)
            .map(item -> new HistoryItem(item, null))
            .toList();
    List<byte[]> bodies = new ArrayList<>();
    for (int n = 0; n < BODIES && !popular.isEmpty(); n++) {
      int length = 1 + n * n * LONGEST_HISTORY / (BODIES * BODIES);
      int step = 1 + n;
      List<HistoryItem> history =
          IntStream.range(0, length)
              .mapToObj(i -> popular.get(i * step % popular.size()))
              .distinct()
              .toList();
      bodies.add(JsonMapper.shared().writeValueAsBytes(RecommendationRequest.of(history, K)));
    }
    return bodies;
  }
}
