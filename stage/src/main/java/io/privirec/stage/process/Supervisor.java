package io.privirec.stage.process;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Starts services and stops them all, also when this program is told to end. A service has 30
/// seconds to end, and longer if its life is remembered for [FastStart]. Then the supervisor kills
/// it. Safe for use by several threads.
public final class Supervisor implements AutoCloseable {
  private static final Duration READY_WITHIN = Duration.ofMinutes(10);
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration TOLD_FIRST = Duration.ofSeconds(3);
  private static final Duration TOLD_EVERY = Duration.ofSeconds(10);
  private static final Duration PROBE_INTERVAL = Duration.ofMillis(100);
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(10);

  private final Map<String, ServiceProcess> services = new LinkedHashMap<>();
  private final HttpClient probes =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private boolean closed;
  private volatile boolean hurried;

  /// Hears which services are still to end, and for how long at most they are waited for.
  @FunctionalInterface
  public interface Waiting {
    void wait(List<ServiceProcess> services, Duration atMost);
  }

  /// Starts a service, or starts it again when the one of that name has ended. A database server
  /// that the ended one left is the new one's to find.
  public synchronized ServiceProcess start(ServiceSpec spec) throws IOException {
    if (closed) {
      throw new IllegalStateException("the supervisor is closed");
    }
    ServiceProcess running = services.get(spec.name());
    if (running != null && running.isAlive()) {
      throw new IllegalStateException(spec.name() + " runs already");
    }
    ServiceProcess started = ServiceProcess.start(spec);
    services.put(spec.name(), started);
    return started;
  }

  /// Every service, in the order of their first start.
  public synchronized List<ServiceProcess> services() {
    return List.copyOf(services.values());
  }

  /// Waits until a service answers its readiness probe.
  ///
  /// @throws ServiceFailedException when it ends first, or is not ready in three minutes
  public void awaitReady(ServiceProcess service)
      throws ServiceFailedException, InterruptedException {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (!isReady(service)) {
      requireAlive(service);
      if (System.nanoTime() > deadline) {
        throw new ServiceFailedException(
            service, "was not ready within " + READY_WITHIN.toSeconds() + " s");
      }
      Thread.sleep(PROBE_INTERVAL);
    }
  }

  /// Whether a service answers its readiness probe now.
  public boolean isReady(ServiceProcess service) throws InterruptedException {
    HttpRequest probe =
        HttpRequest.newBuilder(service.uri().resolve("/readyz")).timeout(PROBE_PATIENCE).build();
    try {
      return probes.send(probe, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /// Refuses a service that has ended.
  ///
  /// @throws ServiceFailedException naming how it ended
  public void requireAlive(ServiceProcess service) throws ServiceFailedException {
    if (!service.isAlive()) {
      throw new ServiceFailedException(service, service.howItEnded());
    }
  }

  /// Refuses to go on when a service has ended.
  ///
  /// @throws ServiceFailedException naming the first, and how it ended
  public void requireAllAlive() throws ServiceFailedException {
    Optional<ServiceProcess> ended = ended();
    if (ended.isPresent()) {
      requireAlive(ended.get());
    }
  }

  /// A service that has ended, if one has.
  public synchronized Optional<ServiceProcess> ended() {
    return services.values().stream().filter(service -> !service.isAlive()).findFirst();
  }

  /// Stops every service, the last started first, and the databases of those that had to be killed.
  /// Returns when nothing runs any more; at once when called again.
  @Override
  public void close() {
    close((_, _) -> {});
  }

  /// The same.
  ///
  /// @param waiting hears after three seconds, and then every ten seconds
  public synchronized void close(Waiting waiting) {
    if (closed) {
      return;
    }
    closed = true;
    List<ServiceProcess> lastFirst = new ArrayList<>(services.values()).reversed();
    for (ServiceProcess service : lastFirst.subList(0, Math.max(0, lastFirst.size() - 1))) {
      service.process().destroy();
    }
    Patience patience = new Patience(lastFirst, waiting);
    lastFirst.forEach(service -> stop(service, patience));
    lastFirst.forEach(service -> StaleProcess.stopDatabasesBelow(service.spec().directory()));
    probes.shutdownNow();
  }

  /// Has [#close] kill what has not ended yet. Does not wait for anything.
  public void hurry() {
    hurried = true;
  }

  private void stop(ServiceProcess service, Patience patience) {
    Process process = service.process();
    process.destroy();
    try {
      while (!hurried && !patience.isOver()) {
        if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        patience.tell();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (process.isAlive()) {
      FastStart.killRecorded(service.spec(), process);
      process.destroyForcibly().onExit().join();
    }
  }

  /// How long all services together may take to end.
  private static final class Patience {
    private final List<ServiceProcess> services;
    private final Waiting waiting;
    private final long deadline;
    private long nextTold = System.nanoTime() + TOLD_FIRST.toNanos();

    Patience(List<ServiceProcess> services, Waiting waiting) {
      this.services = services;
      this.waiting = waiting;
      Duration ofOne =
          services.stream()
              .map(service -> FastStart.patience(service.spec()))
              .max(Duration::compareTo)
              .orElse(Duration.ZERO);
      this.deadline = System.nanoTime() + STOPPED_WITHIN.plus(ofOne).toNanos();
    }

    boolean isOver() {
      return System.nanoTime() > deadline;
    }

    void tell() {
      if (System.nanoTime() < nextTold) {
        return;
      }
      nextTold = System.nanoTime() + TOLD_EVERY.toNanos();
      List<ServiceProcess> alive = services.stream().filter(ServiceProcess::isAlive).toList();
      if (!alive.isEmpty()) {
        waiting.wait(alive, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    }
  }
}
