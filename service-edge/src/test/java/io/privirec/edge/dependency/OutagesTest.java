package io.privirec.edge.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutagesTest {
  private static final Fault GONE = new Fault("unreachable", "it is gone", "Start it");
  private static final Fault LOCKED = new Fault("locked", "a table is locked", "Unlock it");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private Duration now = Duration.ZERO;
  private final Outages outages = new Outages(meters, () -> now.toNanos());

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
    return (Logger) LoggerFactory.getLogger(Outages.class);
  }

  private List<String> logged(Level level) {
    return lines.list.stream()
        .filter(event -> event.getLevel() == level)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void outage_ofThousandsOfFailures_isALineWhenItBeginsAndALineWhenItEnds() {
    for (int failure = 0; failure < 5000; failure++) {
      now = Duration.ofMillis(failure * 20L);
      outages.failed("database", GONE);
    }
    outages.found("database", GONE, null);
    outages.foundNone("database");
    assertThat(logged(Level.INFO)).isEmpty();
    now = now.plusSeconds(5);
    outages.foundNone("database");

    assertThat(logged(Level.WARN))
        .containsExactly("Outage of the database (unreachable): it is gone. Start it");
    assertThat(logged(Level.INFO))
        .containsExactly(
            "The outage of the database (unreachable) is over after 99 s; 5000 requests and steps"
                + " failed");
    assertThat(
            meters
                .get("privirec.dependency.failures")
                .tags("dependency", "database", "cause", "unreachable")
                .counter()
                .count())
        .isEqualTo(5000);
  }

  @Test
  void outage_thatLasts_isRememberedEveryFiveMinutes() {
    for (int minute = 0; minute <= 11; minute++) {
      now = Duration.ofMinutes(minute);
      outages.failed("database", GONE);
    }

    assertThat(logged(Level.WARN)).hasSize(3);
    assertThat(logged(Level.WARN).get(1)).contains("lasts for 300 s").contains("6 requests");
  }

  /// A look at the database does not see a lock of one table.
  @Test
  void outage_thatNoLookSees_endsWhenNoRequestFails() {
    outages.failed("database", LOCKED);
    now = Duration.ofSeconds(29);
    outages.foundNone("database");
    assertThat(outages.lasts("database", Set.of("locked"))).isTrue();

    now = Duration.ofSeconds(31);
    outages.foundNone("database");
    assertThat(outages.lasts("database", Set.of("locked"))).isFalse();
    assertThat(logged(Level.INFO)).hasSize(1);
  }

  @Test
  void looks_thatFailByADefect_areAFaultWithOneStack() {
    AtomicBoolean isBroken = new AtomicBoolean(true);
    Dependency broken =
        new Dependency() {
          @Override
          public String name() {
            return "database";
          }

          @Override
          public Set<String> causes() {
            return Set.of("unreachable");
          }

          @Override
          public Optional<Fault> look() {
            if (isBroken.get()) {
              throw new IllegalStateException("a defect");
            }
            return Optional.empty();
          }
        };
    DependencyWatch watch = new DependencyWatch(List.of(broken), outages, meters);
    for (int look = 0; look < 100; look++) {
      now = Duration.ofSeconds(2L * look);
      watch.look(broken);
    }

    assertThat(watch.serves("database")).isFalse();
    assertThat(meters.get("privirec.dependency.up").gauge().value()).isZero();
    assertThat(logged(Level.WARN))
        .containsExactly(
            "Outage of the database (not-looked-at): a look at it failed"
                + " (java.lang.IllegalStateException). This is a defect of the service: report it"
                + " with the stack of this line");
    assertThat(lines.list.getFirst().getThrowableProxy().getClassName())
        .isEqualTo("java.lang.IllegalStateException");

    isBroken.set(false);
    now = now.plusSeconds(5);
    watch.look(broken);
    assertThat(watch.serves("database")).isTrue();
    assertThat(logged(Level.INFO)).hasSize(1);
  }

  @Test
  void outages_ofOtherCausesAndDependencies_areOfTheirOwn() {
    outages.found("database", GONE, null);
    outages.found("disk", new Fault("full", "no room", "Make room"), null);
    now = Duration.ofSeconds(5);
    outages.foundNone("disk");

    assertThat(outages.lasts("database", Set.of("unreachable"))).isTrue();
    assertThat(outages.lasts("disk", Set.of("full"))).isFalse();
  }
}
