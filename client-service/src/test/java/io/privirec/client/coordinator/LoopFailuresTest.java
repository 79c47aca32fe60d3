package io.privirec.client.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.dependency.Outages;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.release.UsableSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class LoopFailuresTest {
  private static final ParticipantId ANN = new ParticipantId("ann");
  private static final ParticipantId BEN = new ParticipantId("ben");

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Outages outages = new Outages(meters);
  private final AtomicInteger full = new AtomicInteger();
  private final LoopFailures failures =
      new LoopFailures(
          new DatabaseFaults(outages), full::incrementAndGet, new CoordinatorContact(outages));

  @BeforeEach
  void listen() {
    lines.start();
    logger().addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger().detachAppender(lines);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(LoopFailures.class);
  }

  private List<String> logged() {
    return lines.list.stream()
        .filter(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void defect_againAndAgain_isLoggedOnceForEachParticipant() {
    for (int turn = 0; turn < 100; turn++) {
      failures.ofAsking(ANN, new IllegalStateException("one"));
      failures.ofWork(BEN, "MASKED_INPUT of round 1", new IllegalStateException("one"));
    }
    failures.ofWork(BEN, "MASKED_INPUT of round 1", new IllegalStateException("another"));

    assertThat(logged())
        .containsExactly(
            "ann, asking for work failed",
            "ben, MASKED_INPUT of round 1 failed",
            "ben, MASKED_INPUT of round 1 failed");
  }

  /// Room that a vector must leave free is missing before the disk itself is full.
  @Test
  void missingRoom_isCountedAsAFullDisk(@TempDir Path directory) {
    UsableSpace disk = UsableSpace.measuredBy(() -> UsableSpace.RESERVE_BYTES + 10);
    Throwable missing =
        catchThrowable(() -> disk.claim(directory.resolve("draft"), 11, "the vector has"));
    assertThat(missing).isNotNull();
    failures.ofWork(ANN, "MASKED_INPUT of round 0", missing);
    failures.ofWork(BEN, "MASKED_INPUT of round 0", missing);

    assertThat(full).hasValue(2);
    assertThat(logged()).isEmpty();
  }

  @Test
  void failures_ofDependencies_areCountedAndNotLogged() {
    failures.ofWork(ANN, "a round", new IOException("No space left on device"));
    failures.ofAsking(ANN, new IllegalStateException(new SQLException("gone", "08006")));

    assertThat(full).hasValue(1);
    assertThat(
            meters
                .get("privirec.dependency.failures")
                .tags("dependency", "database", "cause", "unreachable")
                .counter()
                .count())
        .isEqualTo(1);
    assertThat(logged()).isEmpty();
  }
}
