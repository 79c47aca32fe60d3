package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.fuzz.outage.FaultyDatabase;
import io.privirec.fuzz.outage.OutageWatch;
import io.privirec.wire.ProblemType;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Database and disk of a coordinator fail for longer than a phase lasts. A session runs, and a
/// hundred participants poll. Each fault shows its own cause, costs no attempt, and ends by itself.
class DependencyOutageIT {
  private static final Duration PHASE = Duration.ofSeconds(8);

  /// Longer than a phase.
  private static final Duration OUTAGE = Duration.ofSeconds(12);

  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");
  private static final Duration IDLE = Duration.ofSeconds(IS_LONG ? 60 : 5);
  private static final int POLLERS = 100;
  private static final int MOST_LINES = 60;
  private static final long FILLED = 6L << 30;

  @TempDir Path data;
  @TempDir Path cluster;
  @TempDir Path temporary;
  private FaultyDatabase database;
  private RunningCoordinator coordinator;

  @BeforeEach
  void start() throws Exception {
    database = new FaultyDatabase(cluster);
    long reserve = Files.getFileStore(data).getUsableSpace() - FILLED / 2;
    List<String> more = new ArrayList<>(database.arguments());
    more.add("--privirec.coordinator.disk-reserve=" + Math.max(reserve, 1) + "B");
    coordinator =
        RunningCoordinator.startWithItsDatabase("outage", data, more.toArray(String[]::new));
  }

  @AfterEach
  void stop() throws IOException {
    coordinator.close();
    database.close();
  }

  @Test
  void session_faultLongerThanAPhase_isOfTheRightPartyAndCostsNoAttempt() throws Exception {
    logOfIdlePolls_isNearlyEmpty();
    duringOutage(
        "database",
        "unreachable",
        database::stopped,
        seen -> {
          assertThat(seen.problem(ProblemType.UNAVAILABLE)).contains("cannot be reached");
          assertThat(seen.watch.up("database")).isEqualTo("0.0");
          assertThat(seen.watch.ready()).contains(503);
          assertThat(seen.watch.value("secagg_sessions{phase=\"masked_input\"}")).isEqualTo("NaN");
        });
    duringOutage(
        "database",
        "slow",
        database::frozen,
        seen -> {
          assertThat(seen.problem(ProblemType.UNAVAILABLE)).contains("does not answer in time");
          assertThat(seen.watch.up("database")).isEqualTo("0.0");
        });
    duringOutage(
        "database",
        "locked",
        () -> database.locked("participant"),
        seen -> {
          assertThat(seen.problem(ProblemType.UNAVAILABLE)).contains("locks a table");
          assertThat(seen.watch.up("database")).isEqualTo("1.0");
          assertThat(seen.watch.ready()).containsOnly(200);
          // Of another table, and of another lane.
          assertThat(coordinator.api().adminGet("/v1/catalogue").status()).isEqualTo(200);
        });
    duringOutage(
        "disk",
        "full",
        this::full,
        seen -> {
          assertThat(seen.watch.up("disk")).isEqualTo("0.0");
          assertThat(seen.watch.ready()).containsOnly(200);
          assertThat(view(seen.session).rounds().getLast().waitsFor()).isEqualTo("storage-full");
          assertThat(coordinator.api().adminPost("/v1/sessions:plan", seen.request).problem())
              .isEqualTo(ProblemType.STORAGE_FULL.code());
        });
    sessionThatWaitedForADay_failsWithoutBlame();
  }

  private void logOfIdlePolls_isNearlyEmpty() throws Exception {
    List<TestParticipant> idle = TestParticipant.enrolAll(coordinator.api(), "idle", 3);
    try (OutageWatch watch = new OutageWatch(coordinator.api().port())) {
      watch.lookFor(
          IDLE, () -> idle.stream().map(each -> each.get("/v1/work?wait=0").status()).toList());
      watch.requireIdle();
    }
  }

  /// Two rounds are overdue. The older round has waited for the full disk for longer than a day.
  private void sessionThatWaitedForADay_failsWithoutBlame() throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, "patient", 3);
    SessionView started =
        cohort.start(
            cohort.privirecK(
                TestCohort.TINY, new SessionPolicy(PHASE, 2, null, null, null, null, null, null)));
    cohort.runUntil(started.id(), view -> !view.rounds().isEmpty());
    BareRound waiting = BareRound.open(coordinator, cohort.participants());
    try (AutoCloseable _ = full()) {
      TestWait.until(
          "the disk is full",
          () -> "storage-full".equals(view(started.id()).rounds().getLast().waitsFor()));
      age(waiting.hex(), Duration.ofHours(24));
      age(view(started.id()).rounds().getLast().id(), Duration.ofHours(25));
      TestWait.until("the session is given up", () -> view(started.id()).status() == Status.FAILED);
      SessionView failed = view(started.id());
      assertThat(failed.failure().code()).isEqualTo("storage-full");
      assertThat(failed.rounds()).hasSize(1);
      assertThat(failed.missing()).isEmpty();
      assertThat(waiting.status()).isEqualTo("OPEN");
    }
  }

  private SessionView view(String session) {
    return coordinator.api().adminGet("/v1/sessions/" + session).as(SessionView.class);
  }

  /// The phase of a round began that long ago, and its deadline has passed.
  private void age(String round, Duration age) {
    coordinator.update(
        "update round set version = version + 1, deadline = now() - interval '1 second',"
            + " phase_since = now() - ? * interval '1 second' where id = ?",
        age.toSeconds(),
        round);
  }

  private interface Fault {
    /// Begins. Closing the result ends the fault.
    AutoCloseable begin() throws Exception;
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
  private final class Seen {
    private final String session;
    private final Object request;
    private final OutageWatch watch = new OutageWatch(coordinator.api().port());
    private final Queue<Api.Answer> polled = new ConcurrentLinkedQueue<>();

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
  }

  private interface Check {
    void of(Seen seen);
  }

  private void duringOutage(String dependency, String cause, Fault fault, Check check)
      throws Exception {
    TestCohort cohort = TestCohort.ofOneCell(coordinator, cause, 3);
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
    AutoCloseable end = fault.begin();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (int poller = 0; poller < POLLERS; poller++) {
          TestParticipant participant = cohort.participants().get(poller % 3);
          threads.execute(() -> poll(participant, seen, over));
        }
        seen.watch.lookFor(
            OUTAGE,
            () -> {
              if (cause.equals("full")) {
                assertThatThrownBy(() -> cohort.participants().getFirst().serve(0))
                    .hasMessageContaining("507");
              }
              return null;
            });
        check.of(seen);
      } finally {
        over.set(true);
        end.close();
      }
    }
    TestWait.until("ready again", () -> coordinator.api().get("/readyz").status() == 200);
    if (IS_LONG || !cause.equals("locked")) {
      // No look finds a lock: its outage ends half a minute after the last failure.
      TestWait.until("the end of the outage is logged", seen.watch::sawEnd);
    }
    seen.watch.requireOutage(dependency, cause, MOST_LINES);

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
}
