package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.privirec.wire.ProblemType;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// Database and disk of a coordinator fail for longer than a phase lasts. A session runs, and a
/// hundred participants poll. Each fault shows its own cause, costs no attempt, and ends by itself.
class DependencyOutageIT {
  private static final Duration PHASE = Duration.ofSeconds(8);

  /// Longer than a phase.
  private static final Duration OUTAGE = Duration.ofSeconds(12);

  private static final int POLLERS = 100;
  private static final int LINES_PER_MINUTE = 60;

  /// The bars are 1 s and 2 s; the machine of a test may be busy.
  private static final Duration SCRAPE = Duration.ofSeconds(3);

  private static final long FILLED = 6L << 30;

  @TempDir Path data;
  @TempDir Path cluster;
  @TempDir Path temporary;
  private EmbeddedPostgres server;
  private RunningCoordinator coordinator;

  @BeforeEach
  void start() throws Exception {
    server = server(0);
    long reserve = Files.getFileStore(data).getUsableSpace() - FILLED / 2;
    coordinator =
        RunningCoordinator.startWithItsDatabase(
            "outage",
            data,
            "--spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
            "--spring.datasource.username=postgres",
            "--spring.datasource.password=",
            "--privirec.coordinator.disk-reserve=" + Math.max(reserve, 1) + "B");
  }

  @AfterEach
  void stop() throws IOException {
    coordinator.close();
    server.close();
  }

  private EmbeddedPostgres server(int port) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(cluster.resolve("postgres"))
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false);
    return (port == 0 ? builder : builder.setPort(port)).start();
  }

  @Test
  void session_faultLongerThanAPhase_isOfTheRightPartyAndCostsNoAttempt() throws Exception {
    duringOutage(
        "database stopped",
        this::stopped,
        "unreachable",
        seen -> {
          assertThat(seen.problem(ProblemType.UNAVAILABLE)).contains("cannot be reached");
          assertThat(seen.dependency("database")).isEqualTo("0.0");
          assertThat(seen.ready).contains(503);
          assertThat(seen.metric("secagg_sessions{phase=\"masked_input\"}")).contains("NaN");
        });
    if (Boolean.getBoolean("tests.long")) {
      duringOutage(
          "database frozen",
          this::frozen,
          "slow",
          seen -> {
            assertThat(seen.problem(ProblemType.UNAVAILABLE)).contains("does not answer in time");
            assertThat(seen.dependency("database")).isEqualTo("0.0");
          });
    }
    duringOutage(
        "table locked",
        this::locked,
        "locked",
        seen -> {
          assertThat(seen.problem(ProblemType.UNAVAILABLE)).contains("locks a table");
          assertThat(seen.dependency("database")).isEqualTo("1.0");
          assertThat(seen.ready).containsOnly(200);
          // Of another table, and of another lane.
          assertThat(coordinator.api().adminGet("/v1/catalogue").status()).isEqualTo(200);
        });
    duringOutage(
        "disk full",
        this::full,
        "full",
        seen -> {
          assertThat(seen.dependency("disk")).isEqualTo("0.0");
          assertThat(seen.ready).containsOnly(200);
          SessionView session =
              coordinator.api().adminGet("/v1/sessions/" + seen.session).as(SessionView.class);
          assertThat(session.rounds().getLast().waitsFor()).isEqualTo("storage-full");
          assertThat(coordinator.api().adminPost("/v1/sessions:plan", seen.request).problem())
              .isEqualTo(ProblemType.STORAGE_FULL.code());
        });
  }

  private interface Fault {
    /// Begins. Closing the result ends the fault.
    AutoCloseable begin() throws Exception;
  }

  private AutoCloseable stopped() throws IOException {
    int port = server.getPort();
    server.close();
    return () -> server = server(port);
  }

  private AutoCloseable frozen() throws Exception {
    List<String> all = new ArrayList<>();
    long postmaster =
        Long.parseLong(Files.readAllLines(cluster.resolve("postgres/postmaster.pid")).getFirst());
    ProcessHandle handle = ProcessHandle.of(postmaster).orElseThrow();
    Stream.concat(Stream.of(handle), handle.descendants())
        .forEach(each -> all.add(String.valueOf(each.pid())));
    signal("-STOP", all);
    return () -> signal("-CONT", all);
  }

  private static void signal(String which, List<String> processes) throws Exception {
    List<String> command = new ArrayList<>(List.of("kill", which));
    command.addAll(processes);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private AutoCloseable locked() throws Exception {
    Connection connection =
        DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"), "postgres", "");
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("lock table participant in access exclusive mode");
    }
    return connection;
  }

  private AutoCloseable full() throws Exception {
    Path filler = data.resolve("filler");
    assertThat(
            new ProcessBuilder("fallocate", "-l", String.valueOf(FILLED), filler.toString())
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
    return () -> Files.delete(filler);
  }

  /// Answers and metrics while a fault lasts.
  private static final class Seen {
    private final String session;
    private final Object request;
    private final List<Integer> ready = new ArrayList<>();
    private final Queue<Api.Answer> polled = new ConcurrentLinkedQueue<>();
    private Duration slowestScrape = Duration.ZERO;
    private Duration slowestReady = Duration.ZERO;
    private String scrape = "";

    private Seen(String session, Object request) {
      this.session = session;
      this.request = request;
    }

    private String problem(ProblemType type) {
      return polled.stream()
          .filter(answer -> answer.status() >= 400 && answer.problem().equals(type.code()))
          .map(Api.Answer::text)
          .distinct()
          .toList()
          .toString();
    }

    private String dependency(String name) {
      String begin = "privirec_dependency_up{dependency=\"" + name + "\"} ";
      return scrape
          .lines()
          .filter(line -> line.startsWith(begin))
          .findFirst()
          .orElseThrow()
          .substring(begin.length());
    }

    private String metric(String name) {
      return scrape.lines().filter(line -> line.startsWith(name)).findFirst().orElse("");
    }
  }

  private interface Check {
    void of(Seen seen);
  }

  private void duringOutage(String name, Fault fault, String cause, Check check) throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, name.replaceAll("[^a-z]", ""), 3);
    var request =
        cohort.privirecK(
            TestCohort.TINY, new SessionPolicy(PHASE, 1, null, null, null, null, null, null));
    SessionView started = cohort.start(request);
    PlainRun plain = cohort.dataFor(started);
    cohort.runUntil(
        started.id(),
        view ->
            view.rounds().size() == 2 && view.rounds().getLast().phase().equals("MASKED_INPUT"));
    Seen seen = new Seen(started.id(), request);
    AtomicBoolean over = new AtomicBoolean();
    Lines lines = new Lines();
    long begin = System.nanoTime();
    AutoCloseable end = fault.begin();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (int poller = 0; poller < POLLERS; poller++) {
          TestParticipant participant = cohort.participants().get(poller % 3);
          threads.execute(() -> poll(participant, seen, over));
        }
        while (System.nanoTime() - begin < OUTAGE.toNanos()) {
          look(seen);
          if (cause.equals("full")) {
            assertThatThrownBy(() -> cohort.participants().getFirst().serve(0))
                .hasMessageContaining("507");
          }
          Thread.sleep(200);
        }
        check.of(seen);
        assertThat(seen.metric("privirec_dependency_failures_total{cause=\"" + cause + "\""))
            .isNotEmpty()
            .doesNotEndWith(" 0.0");
      } finally {
        over.set(true);
        end.close();
      }
    }
    TestWait.until("ready again", () -> coordinator.api().get("/readyz").status() == 200);
    TestWait.until(
        "the end of the outage is logged",
        () -> lines.count(line -> line.getFormattedMessage().contains("is over after")) > 0);
    long during = lines.count(line -> true);
    lines.stop();
    System.out.printf(
        "%s: slowest scrape %d ms, slowest readyz %d ms, %d polls, %d log lines in %d s%n",
        name,
        seen.slowestScrape.toMillis(),
        seen.slowestReady.toMillis(),
        seen.polled.size(),
        during,
        Duration.ofNanos(System.nanoTime() - begin).toSeconds());
    assertThat(seen.slowestScrape).isLessThan(SCRAPE);
    assertThat(seen.slowestReady).isLessThan(SCRAPE);
    assertThat(during).isLessThanOrEqualTo(LINES_PER_MINUTE);
    assertThat(lines.count(line -> line.getThrowableProxy() != null)).isZero();
    assertThat(
            lines.count(line ->
                line.getLevel() == Level.WARN
                    && line.getFormattedMessage().contains("(" + cause + ")")))
        .isEqualTo(1);

    SessionView done = cohort.runToEnd(started.id());
    assertThat(done.status()).as(done.toString()).isEqualTo(Status.PUBLISHED);
    assertThat(done.rounds()).allMatch(round -> round.attempt() == 1);
    assertThat(done.missing()).isEmpty();
    assertThat(cohort.factorsOf(done))
        .isEqualTo(
            plain.factors(cohort.participants(), Files.createTempDirectory(temporary, "plain")));
  }

  private static void poll(TestParticipant participant, Seen seen, AtomicBoolean over) {
    while (!over.get()) {
      seen.polled.add(participant.get("/v1/work?wait=0"));
      try {
        Thread.sleep(500);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(Seen seen) {
    long begin = System.nanoTime();
    seen.scrape = coordinator.api().get("/actuator/prometheus").text();
    Duration scrape = Duration.ofNanos(System.nanoTime() - begin);
    begin = System.nanoTime();
    seen.ready.add(coordinator.api().get("/readyz").status());
    Duration ready = Duration.ofNanos(System.nanoTime() - begin);
    seen.slowestScrape = longer(seen.slowestScrape, scrape);
    seen.slowestReady = longer(seen.slowestReady, ready);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /// Every line of the log from now on.
  private static final class Lines extends AppenderBase<ILoggingEvent> {
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    private Lines() {
      root().addAppender(this);
      start();
    }

    private static Logger root() {
      return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @Override
    protected void append(ILoggingEvent event) {
      events.add(event);
    }

    private long count(Predicate<ILoggingEvent> which) {
      return events.stream().filter(which).count();
    }

    @Override
    public void stop() {
      root().detachAppender(this);
      super.stop();
    }
  }
}
