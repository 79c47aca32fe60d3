package io.privirec.edge.dependency;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/// Looks at every dependency each two seconds, on a thread for each. Scrapes and health checks read
/// what was found last, so that no scrape waits for a dependency.
public final class DependencyWatch implements SmartLifecycle {
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /// The cause of a look that failed by a defect.
  private static final String NOT_LOOKED_AT = "not-looked-at";

  /// A look that takes longer hangs.
  private static final Duration OVERDUE = Duration.ofSeconds(15);

  private final List<Dependency> dependencies;
  private final Outages outages;
  private final Map<String, Look> looks = new ConcurrentHashMap<>();
  private volatile List<Thread> threads = List.of();

  /// A look that an end interrupts finds nothing out.
  private volatile boolean ended;

  private record Look(boolean serves, long nanos) {
    boolean isOverdue() {
      return System.nanoTime() - nanos > OVERDUE.toNanos();
    }
  }

  DependencyWatch(List<Dependency> dependencies, Outages outages, MeterRegistry meters) {
    this.dependencies = List.copyOf(dependencies);
    this.outages = outages;
    for (Dependency dependency : this.dependencies) {
      dependency.causes().forEach(cause -> outages.counter(dependency.name(), cause));
      Gauge.builder("privirec.dependency.up", this, watch -> watch.gauge(dependency.name()))
          .description("1 if a dependency served when it was last looked at, 0 if it did not")
          .tag("dependency", dependency.name())
          .register(meters);
    }
  }

  /// Whether a dependency served when it was last looked at, a few seconds ago. True before the
  /// first look: the service has just begun, and needed its dependencies for that.
  public boolean serves(String dependency) {
    Look last = looks.get(dependency);
    return last == null || (last.serves() && !last.isOverdue());
  }

  private double gauge(String dependency) {
    return looks.containsKey(dependency) ? (serves(dependency) ? 1 : 0) : Double.NaN;
  }

  @Override
  public synchronized void start() {
    ended = false;
    threads =
        dependencies.stream()
            .map(dependency ->
                Thread.ofPlatform()
                    .daemon()
                    .name("watch-" + dependency.name())
                    .start(() -> watch(dependency)))
            .toList();
  }

  private void watch(Dependency dependency) {
    try {
      while (!ended) {
        look(dependency);
        Thread.sleep(INTERVAL);
      }
    } catch (InterruptedException _) {
      // The service ends.
    }
  }

  /// Looks at a dependency once. A look that fails by a defect is a fault: it does not show whether
  /// the dependency serves.
  void look(Dependency dependency) {
    String name = dependency.name();
    Optional<Fault> fault;
    @Nullable Throwable defect = null;
    try {
      fault = dependency.look();
    } catch (RuntimeException | OutOfMemoryError e) {
      defect = e;
      fault =
          Optional.of(
              new Fault(
                  NOT_LOOKED_AT,
                  "a look at it failed (%s)".formatted(e.getClass().getName()),
                  "This is a defect of the service: report it with the stack of this line"));
    }
    if (ended) {
      return;
    }
    looks.put(name, new Look(fault.isEmpty(), System.nanoTime()));
    if (fault.isPresent()) {
      outages.found(name, fault.get(), defect);
    } else {
      outages.foundNone(name);
    }
    outages.endQuiet(name);
  }

  @Override
  public synchronized void stop() {
    ended = true;
    threads.forEach(Thread::interrupt);
    threads = List.of();
  }

  @Override
  public boolean isRunning() {
    return !threads.isEmpty();
  }
}
