package io.privirec.edge.dependency;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.log.LogField;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts failures that dependencies cause, and logs an outage in few lines: when it begins, every
/// five minutes with the number of failures, and when it ends. Thread-safe.
public final class Outages {
  private static final Logger log = LoggerFactory.getLogger(Outages.class);
  private static final Duration REMINDER = Duration.ofMinutes(5);

  /// Failures of requests end an outage by their absence. Callers retry within seconds.
  private static final Duration QUIET = Duration.ofSeconds(30);

  /// Requests that began before a look succeeded may still fail.
  private static final Duration SETTLED = Duration.ofSeconds(5);

  private final MeterRegistry meters;
  private final LongSupplier nanos;
  private final Map<Key, Outage> outages = new HashMap<>();

  public Outages(MeterRegistry meters) {
    this(meters, System::nanoTime);
  }

  Outages(MeterRegistry meters, LongSupplier nanos) {
    this.meters = meters;
    this.nanos = nanos;
  }

  private record Key(String dependency, String cause) {}

  private static final class Outage {
    private final long begin;
    private long reminded;
    private long last;
    private long failures;
    private boolean wasSeen;

    private Outage(long now) {
      begin = now;
      reminded = now;
      last = now;
    }
  }

  /// Counts a request or step that failed because of a dependency.
  public void failed(String dependency, Fault fault) {
    counter(dependency, fault.cause()).increment();
    synchronized (this) {
      Outage outage = begun(dependency, fault, null);
      outage.failures++;
      remind(dependency, fault, outage);
    }
  }

  /// Whether an outage of one of these causes lasts, or ended less than half a minute ago.
  public synchronized boolean lasts(String dependency, Set<String> causes) {
    return causes.stream().anyMatch(cause -> outages.containsKey(new Key(dependency, cause)));
  }

  /// A look at a dependency found a fault. The outage ends when looks find none.
  ///
  /// @param defect whose stack is logged with the outage's first line
  synchronized void found(String dependency, Fault fault, @Nullable Throwable defect) {
    Outage outage = begun(dependency, fault, defect);
    outage.wasSeen = true;
    remind(dependency, fault, outage);
  }

  /// A look at a dependency found no fault.
  synchronized void foundNone(String dependency) {
    endIf(dependency, outage -> isQuietFor(outage, outage.wasSeen ? SETTLED : QUIET));
  }

  /// Ends the outages of which nothing was heard for a while.
  synchronized void endQuiet(String dependency) {
    endIf(dependency, outage -> isQuietFor(outage, QUIET));
  }

  Counter counter(String dependency, String cause) {
    return Counter.builder("privirec.dependency.failures")
        .description("Requests and steps that failed because of a dependency, by cause")
        .tag("dependency", dependency)
        .tag("cause", cause)
        .register(meters);
  }

  private Outage begun(String dependency, Fault fault, @Nullable Throwable defect) {
    long now = nanos.getAsLong();
    Outage outage =
        outages.computeIfAbsent(
            new Key(dependency, fault.cause()),
            _ -> {
              log.atWarn()
                  .addKeyValue(LogField.ACTION, "outage-began")
                  .addKeyValue(LogField.REASON, dependency + "-" + fault.cause())
                  .setCause(defect)
                  .log(
                      "Outage of the {} ({}): {}. {}",
                      dependency,
                      fault.cause(),
                      fault.detail(),
                      fault.remedy());
              return new Outage(now);
            });
    outage.last = now;
    return outage;
  }

  private void remind(String dependency, Fault fault, Outage outage) {
    if (outage.last - outage.reminded >= REMINDER.toNanos()) {
      outage.reminded = outage.last;
      log.warn(
          "Outage of the {} ({}) lasts for {} s; {} requests and steps failed: {}. {}",
          dependency,
          fault.cause(),
          seconds(outage),
          outage.failures,
          fault.detail(),
          fault.remedy());
    }
  }

  private interface Condition {
    boolean holds(Outage outage);
  }

  private void endIf(String dependency, Condition condition) {
    Iterator<Map.Entry<Key, Outage>> all = outages.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Key, Outage> each = all.next();
      Outage outage = each.getValue();
      if (each.getKey().dependency().equals(dependency) && condition.holds(outage)) {
        all.remove();
        log.atInfo()
            .addKeyValue(LogField.ACTION, "outage-ended")
            .addKeyValue(LogField.REASON, dependency + "-" + each.getKey().cause())
            .log(
                "The outage of the {} ({}) is over after {} s; {} requests and steps failed",
                dependency,
                each.getKey().cause(),
                seconds(outage),
                outage.failures);
      }
    }
  }

  private boolean isQuietFor(Outage outage, Duration time) {
    return nanos.getAsLong() - outage.last >= time.toNanos();
  }

  private static long seconds(Outage outage) {
    return Duration.ofNanos(outage.last - outage.begin).toSeconds();
  }
}
