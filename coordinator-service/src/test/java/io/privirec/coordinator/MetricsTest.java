package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.coordinator.session.TestSessions;
import io.privirec.edge.sealing.Resealing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Metrics, read while meters come and change.
class MetricsTest {
  private static final int SCRAPES = Boolean.getBoolean("tests.long") ? 10_000 : 200;
  private static final int READERS = 8;
  private static final int MOST_BYTES = 150_000;

  @TempDir Path data;

  @Test
  void scrapes_whileMetersAreRegistered_areAllAnsweredAndShort() throws Exception {
    try (RunningCoordinator coordinator = RunningCoordinator.start(data);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<TestParticipant> all = TestParticipant.enrolAll(coordinator.api(), "metered", 3);
      BareRound round = BareRound.open(coordinator, all);
      round.serve();
      AtomicBoolean over = new AtomicBoolean();
      Future<?> registering = threads.submit(() -> register(coordinator, over));
      AtomicInteger left = new AtomicInteger(SCRAPES);
      List<Future<?>> readers = new ArrayList<>();
      for (int reader = 0; reader < READERS; reader++) {
        readers.add(
            threads.submit(() -> {
              while (left.getAndDecrement() > 0) {
                Api.Answer answer = coordinator.api().get("/actuator/prometheus");
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(answer.text().getBytes(StandardCharsets.UTF_8).length)
                    .isLessThanOrEqualTo(MOST_BYTES);
              }
            }));
      }
      for (Future<?> reader : readers) {
        reader.get(10, TimeUnit.MINUTES);
      }
      over.set(true);
      registering.get(1, TimeUnit.MINUTES);

      coordinator.bean(Resealing.class).pass();
      long rows =
          coordinator.jdbc().sql("select count(*) from round_event").query(Long.class).single();
      assertThat(rows).isPositive();
      assertThat(coordinator.api().get("/actuator/prometheus").text().lines())
          .filteredOn(line -> line.startsWith("privirec_sealed_rows{"))
          .singleElement()
          .asString()
          .endsWith(",table=\"round_event\"} " + (double) rows);
    }
  }

  /// Counts sealed rows, and has participants be missing and come back, over and over.
  private static void register(RunningCoordinator coordinator, AtomicBoolean over) {
    for (int n = 0; !over.get(); n++) {
      coordinator.bean(Resealing.class).pass();
      String session = "s" + n % 7;
      TestSessions.missing(coordinator, session, List.of("p" + n % 50, "p" + (n + 1) % 50));
      TestSessions.missing(coordinator, session, List.of());
    }
  }
}
