package io.privirec.recommender;

import static io.privirec.recommender.TestReleases.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.outage.FaultyDatabase;
import io.privirec.fuzz.outage.OutageWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Database and coordinator of a recommender fail. It answers all the time from memory, and each
/// fault shows its own cause in few lines.
class DependencyOutageIT {
  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");
  private static final Duration OUTAGE = Duration.ofSeconds(IS_LONG ? 60 : 6);
  private static final int MOST_LINES = 8;

  @TempDir Path cluster;
  private FaultyDatabase database;
  private RunningRecommender service;

  private interface Fault {
    /// Begins. Closing the result ends the fault.
    AutoCloseable begin() throws Exception;
  }

  @BeforeEach
  void start() throws Exception {
    database = new FaultyDatabase(cluster);
    service = RunningRecommender.serving(1).on(database).open();
    put("before").is(200);
  }

  @AfterEach
  void stop() throws Exception {
    service.close();
    database.close();
  }

  @Test
  void recommendations_whileADependencyFails_areAnsweredFromMemory() throws Exception {
    try (OutageWatch watch = watchDuring(() -> () -> {}, () -> {})) {
      watch.requireIdle();
    }
    AtomicReference<Answer> put = new AtomicReference<>();
    try (OutageWatch watch = watchDuring(database::stopped, () -> put.set(put("stopped")))) {
      assertThat(put.get().isProblem(503, "unavailable").body())
          .contains("the database cannot be reached");
      assertThat(watch.up("database")).isEqualTo("0.0");
      service.await(watch::sawEnd);
      watch.requireOutage("database", "unreachable", MOST_LINES);
    }
    put("stopped").is(200);

    if (IS_LONG) {
      try (OutageWatch watch = watchDuring(database::frozen, () -> put.set(put("frozen")))) {
        assertThat(put.get().isProblem(503, "unavailable").body())
            .contains("the database does not answer in time");
        assertThat(watch.up("database")).isEqualTo("0.0");
        service.await(watch::sawEnd);
        watch.requireOutage("database", "slow", MOST_LINES);
      }
      put("frozen").is(200);
    }

    try (OutageWatch watch =
        watchDuring(() -> database.locked("item_metadata"), () -> put.set(put("locked")))) {
      assertThat(put.get().isProblem(503, "unavailable").body()).contains("locks a table");
      assertThat(watch.up("database")).isEqualTo("1.0");
      watch.requireOutage("database", "locked", MOST_LINES);
    }
    put("locked").is(200);

    try (OutageWatch watch = watchDuring(service.coordinator()::away, () -> {})) {
      assertThat(watch.up("coordinator")).isEqualTo("0.0");
      service.await(watch::sawEnd);
      watch.requireOutage("coordinator", "unreachable", MOST_LINES);
    }
    service.publish(2);
    service.awaitModel("r-2");
  }

  /// Watches the service during a fault. All recommendations must be answered.
  private OutageWatch watchDuring(Fault fault, Runnable beside) throws Exception {
    OutageWatch watch = new OutageWatch(service.port());
    try (AutoCloseable _ = fault.begin()) {
      watch.lookFor(
          OUTAGE,
          () -> {
            beside.run();
            return service
                .recommend("{\"history\":[{\"item\":\"%s\"}],\"k\":5}".formatted(item(3)))
                .is(200);
          });
    }
    assertThat(watch.ready()).containsOnly(200);
    return watch;
  }

  private Answer put(String category) {
    return service.admin(
        "PUT", "/v1/items/" + item(7), "{\"categories\":[\"%s\"]}".formatted(category));
  }
}
