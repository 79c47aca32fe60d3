package io.privirec.edge.sealing;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.privirec.crypto.sealing.KeyRing;
import io.privirec.edge.lifecycle.StartRefusedException;
import io.privirec.edge.postgres.DatabaseOutage;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings everything sealed under the first key of the list, at start and from time to time, and
/// says when an older key is needed no longer.
public final class Resealing {
  private static final Logger log = LoggerFactory.getLogger(Resealing.class);
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final int ROWS_AT_ONCE = 100;

  private final KeyRing ring;
  private final List<SealedRows> tables;
  private final MeterRegistry meters;

  /// Each registered once, for good: a gauge that is taken away and put back while metrics are read
  /// is there twice.
  private final Map<Tags, AtomicLong> gauges = new ConcurrentHashMap<>();

  private final Set<String> reportedUnused = new HashSet<>();
  private final Set<String> reportedUnknown = new HashSet<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  Resealing(KeyRing ring, List<SealedRows> tables, MeterRegistry meters) {
    this.ring = ring;
    this.tables = List.copyOf(tables);
    this.meters = meters;
    thread = Thread.ofPlatform().daemon().name("resealing").unstarted(this::run);
  }

  /// Begins, unless there is a row that cannot be opened: a service that lost a key must not run on
  /// and make new state beside the old.
  void start() {
    for (SealedRows table : tables) {
      table
          .rowsByKey()
          .forEach((key, rows) -> {
            if (!ring.keyIds().contains(key)) {
              throw unknown(table.table(), key, rows);
            }
          });
    }
    thread.start();
  }

  /// One pass over everything.
  public synchronized void pass() {
    Map<String, Long> used = new HashMap<>();
    Map<Tags, Long> counts = new HashMap<>();
    for (SealedRows table : tables) {
      ring.keyIds().stream().skip(1).forEach(old -> resealAll(table, old));
      Map<String, Long> byKey = table.rowsByKey();
      byKey.forEach((key, count) -> used.merge(key, count, Long::sum));
      Set<String> keys = new TreeSet<>(ring.keyIds());
      keys.addAll(byKey.keySet());
      for (String key : keys) {
        // Two columns of a table are counted together.
        counts.merge(
            Tags.of("table", table.table(), "key", key), byKey.getOrDefault(key, 0L), Long::sum);
      }
    }
    gauges.forEach((tags, gauge) -> gauge.set(counts.getOrDefault(tags, 0L)));
    counts.forEach(
        (tags, count) -> gauges.computeIfAbsent(tags, _ -> gauge(tags, new AtomicLong(count))));
    report(used);
  }

  private AtomicLong gauge(Tags tags, AtomicLong rows) {
    Gauge.builder("privirec.sealed.rows", rows, AtomicLong::get)
        .description("Rows by the encryption key that sealed them, counted once a minute")
        .tags(tags)
        .register(meters);
    return rows;
  }

  private void resealAll(SealedRows table, String old) {
    int done = 0;
    for (int some = 1; some > 0 && closed.getCount() > 0; done += some) {
      some = table.reseal(ring, old, ROWS_AT_ONCE);
    }
    if (done > 0) {
      log.info("Sealed {} rows of {} anew, which key {} had sealed", done, table.table(), old);
    }
  }

  private void report(Map<String, Long> used) {
    Collection<String> known = ring.keyIds();
    for (String key : known.stream().skip(1).toList()) {
      if (used.containsKey(key)) {
        reportedUnused.remove(key);
      } else if (reportedUnused.add(key)) {
        log.info("No row is sealed with key {} any more: it can be taken off the list", key);
      }
    }
    used.forEach((key, count) -> {
      if (!known.contains(key) && reportedUnknown.add(key)) {
        log.error("{} rows are sealed with key {}, which this process does not have", count, key);
      }
    });
  }

  private void run() {
    boolean goOn = true;
    while (goOn) {
      try {
        pass();
      } catch (RuntimeException e) {
        if (!DatabaseOutage.explains(e)) {
          log.warn("Rows could not be sealed anew; trying again", e);
        }
      }
      try {
        goOn = !closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  void stop() throws InterruptedException {
    closed.countDown();
    thread.join(Duration.ofSeconds(10));
  }

  private static StartRefusedException unknown(String table, String key, long rows) {
    return new StartRefusedException(
        "encryption-key-missing: %s rows of %s are sealed with key %s, which is not in the list."
            .formatted(rows, table, key),
        "Add the key to privirec.encryption-keys (or to the file encryption-keys of the data"
            + " directory, or restore that file). Every replica needs the same list. What a lost"
            + " key sealed is lost; docs/operations.md says what can be done then.",
        null);
  }
}
