package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.database.SharedDatabase;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/// Two coordinators on one database and one data directory. Participants send everything to both at
/// once; each of the two is killed in the middle and started again.
class TwoReplicasIT {
  private static final int PARTICIPANTS = 5;
  private static final int ROUNDS = 4;

  /// Phases of a closed round with hybrid key agreement.
  private static final int PHASES = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @TempDir Path data;
  @TempDir Path logs;
  @TempDir Path temporary;
  private final String schema = RunningCoordinator.newSchema();
  private final AtomicBoolean over = new AtomicBoolean();
  private final Queue<String> differences = new ConcurrentLinkedQueue<>();
  private final AtomicInteger mostDriving = new AtomicInteger();
  private List<Replica> replicas;

  @BeforeEach
  void start() {
    replicas =
        List.of(new Replica("one", data, logs, schema), new Replica("two", data, logs, schema));
    replicas.forEach(Replica::launch);
    replicas.forEach(Replica::awaitStart);
  }

  @AfterEach
  void stop() {
    over.set(true);
    replicas.forEach(Replica::close);
  }

  @Test
  void session_overTwoReplicasThatAreKilledInTurn_sumsExactlyAndTakesEverythingOnce()
      throws Exception {
    Api one = replicas.getFirst().api();
    TestCatalogue catalogue = TestCatalogue.ensure(one);
    List<TestParticipant> all = TestParticipant.enrolAll(one, "replica", PARTICIPANTS);
    TestRosters.add(one, List.of(all));
    all.forEach(participant -> participant.reconnect(this::atBoth));
    SessionView started =
        replicas
            .getLast()
            .api()
            .adminPost(
                "/v1/sessions",
                new SessionRequest(
                    "privirec-k",
                    PriviRecKParameters.gfCf(4, ROUNDS - 1, 0.3, 7L, 3, 8),
                    SessionRequest.NO_NOISE,
                    null,
                    null,
                    TestCohort.patient(1)))
            .as(SessionView.class);
    PlainRun plain = new PlainRun(catalogue.items(), started, all);
    TestParticipant held = all.getLast();
    held.isSilentOn(work -> work.roundIndex() == 1 && work.phase().equals("MASKED_INPUT"));

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = () -> over.set(true)) {
      List<Future<?>> running = new ArrayList<>();
      all.forEach(participant -> running.add(threads.submit(() -> serveToTheEnd(participant))));
      running.add(threads.submit(this::watchDrivers));

      await(started.id(), view -> waitsForOne(view, 2, "MASKED_INPUT"));
      Replica driver = driver();
      driver.kill();
      held.isSilentOn(work -> work.roundIndex() == 2 && work.phase().equals("ADVERTISE_KEYS"));
      await(started.id(), view -> waitsForOne(view, 3, "ADVERTISE_KEYS"));
      driver.launch();
      driver.awaitStart();
      Replica other = replicas.get(1 - replicas.indexOf(driver));
      other.kill();
      held.isSilentOn(_ -> false);
      await(started.id(), view -> view.rounds().size() == 4 || isOver(view));
      other.launch();
      other.awaitStart();

      SessionView done = await(started.id(), TwoReplicasIT::isOver);
      over.set(true);
      for (Future<?> future : running) {
        future.get(1, TimeUnit.MINUTES);
      }

      assertThat(done.status()).as("%s", done).isEqualTo(Status.PUBLISHED);
      assertThat(done.survivors()).hasSize(PARTICIPANTS);
      assertThat(done.missing()).isEmpty();
      byte[] factors = plain.factors(all, temporary);
      for (Replica replica : replicas) {
        assertThat(
                replica
                    .api()
                    .get("/v1/releases/" + done.releaseId() + "/files/factors.safetensors")
                    .bytes())
            .isEqualTo(factors);
      }
    }

    assertThat(differences).isEmpty();
    assertThat(mostDriving).hasValue(1);
    assertThat(numbers("select events from round order by round_index"))
        .containsExactly(eventsOfARound(), eventsOfARound(), eventsOfARound(), eventsOfARound());
    TestWait.until(
        "tidied up",
        () -> numbers("select count(*) from aggregation_session where active").equals(List.of(0)));
    assertThat(numbers("select count(*) from round_event")).containsExactly(0);
    assertThat(numbers("select count(*) from round_chunk")).containsExactly(0);
    for (String directory : List.of("blobs", "sums", "sessions")) {
      assertThat(files(data.resolve(directory))).as(directory).isEmpty();
    }
  }

  private static int eventsOfARound() {
    return PARTICIPANTS * PHASES;
  }

  private void serveToTheEnd(TestParticipant participant) {
    while (!over.get()) {
      if (!participant.serve(1)) {
        // One that is held back owes something all the time, and would ask without end.
        pause();
      }
    }
  }

  private void watchDrivers() {
    while (!over.get()) {
      int driving = 0;
      for (Replica replica : replicas) {
        try {
          driving += replica.driven();
        } catch (Api.NoAnswer _) {
          // It was killed, and drives nothing.
        }
      }
      mostDriving.accumulateAndGet(driving, Math::max);
      pause();
    }
  }

  private Replica driver() {
    return replicas.stream().filter(replica -> replica.driven() == 1).findFirst().orElseThrow();
  }

  /// Calls both replicas at once. One that does not answer was killed: the other one's answer
  /// counts.
  private Api.Answer atBoth(Function<Api, Api.Answer> call) {
    while (true) {
      List<CompletableFuture<Api.Answer>> calls =
          replicas.stream()
              .map(Replica::api)
              .map(api ->
                  CompletableFuture.supplyAsync(() -> call.apply(api), Thread::startVirtualThread))
              .toList();
      List<Api.Answer> answers = new ArrayList<>();
      for (CompletableFuture<Api.Answer> one : calls) {
        try {
          answers.add(one.join());
        } catch (java.util.concurrent.CompletionException e) {
          if (!(e.getCause() instanceof Api.NoAnswer)) {
            throw e;
          }
        }
      }
      if (answers.size() == 2 && answers.getFirst().status() != answers.getLast().status()) {
        differences.add(answers.getFirst().text() + " / " + answers.getLast().text());
      }
      if (!answers.isEmpty()) {
        return answers.getFirst();
      }
      pause();
    }
  }

  private SessionView await(String session, Predicate<SessionView> condition) {
    return Awaitility.await("the session goes on")
        .atMost(PATIENCE)
        .until(() -> view(session), condition);
  }

  private SessionView view(String session) {
    for (Replica replica : replicas) {
      try {
        return replica.api().adminGet("/v1/sessions/" + session).as(SessionView.class);
      } catch (Api.NoAnswer _) {
        // The other one knows.
      }
    }
    throw new AssertionError("no replica answers");
  }

  /// Whether all but one have done what the phase of that round asks for.
  private static boolean waitsForOne(SessionView view, int rounds, String phase) {
    return view.rounds().size() == rounds
        && view.rounds().getLast().phase().equals(phase)
        && view.rounds().getLast().arrived() == PARTICIPANTS - 1;
  }

  private static boolean isOver(SessionView view) {
    return view.finishedAt() != null;
  }

  private List<Integer> numbers(String query) {
    try (Connection connection = SharedDatabase.connect(schema)) {
      return JdbcClient.create(new SingleConnectionDataSource(connection, true))
          .sql(query)
          .query(Integer.class)
          .list();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
