package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.operator.http.CoordinatorApi;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.process.ProcessSignals;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseView;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.client.RecommenderClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator loses machine and database of coordinator and recommender in earnest, and puts them
 * back elsewhere: from a point that {@code ./backup} made while a session ran, and to a moment
 * before that by PostgreSQL's own archive.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupIT {
  private static final String COORDINATOR = Deployment.COORDINATOR;
  private static final String RECOMMENDER = "recommender";
  private static final String HELD = "client-2";

  /** Of every round: how it was recorded, and how it ended. */
  private static final String RECORDS =
      """
      select concat_ws(' ', r.id, r.session_id, round_index, attempt, r.status, phase, events,
        encode(sha256(signed_record), 'hex'), closed_at) from round r
      join aggregation_session s on s.id = r.session_id where not s.active order by 1\
      """;

  @TempDir private static Path elsewhere;
  @TempDir private static Path points;
  private Path servers;
  private PostgresServer lost;
  private PostgresServer base;
  private TestServices services;
  private CoordinatorApi coordinator;
  private RecommenderClient recommender;
  private SessionView first;
  private SessionView second;
  private String running;
  private String moment;
  private List<String> records;
  private final Map<String, byte[]> files = new HashMap<>();
  private final Map<String, Path> backups = new HashMap<>();

  @BeforeAll
  void loseEverything() throws Exception {
    PostgresServer.requireInstalled();
    servers = PostgresServer.newDirectory();
    Path archive = servers.resolve("archive");
    lost =
        PostgresServer.create(
            servers,
            "lost",
            Map.of(
                "archive_mode",
                "on",
                "archive_command",
                "mkdir -p %s && cp %%p %s/%%f".formatted(archive, archive)));
    lost.createDatabase(COORDINATOR);
    lost.createDatabase(RECOMMENDER);
    base = lost.copy(servers, "to-a-moment");
    services = new TestServices(2, lost.properties(COORDINATOR), Map.of());
    coordinator = services.coordinator();
    SmallHolders.enrol(services);
    first = publish();
    // A choice holds against newer releases, such as that of the session that goes on.
    Map<String, String> pinning = new HashMap<>(lost.properties(RECOMMENDER));
    pinning.put("privirec.recommender.manual-activation", "pins");
    recommender = services.startRecommender(pinning);
    TestServices.awaitModel(recommender, first.releaseId());
    second = publish();
    // It is loaded before it becomes active by itself, which would undo the choice.
    awaitActive(second.releaseId());
    recommender.activateModel(first.releaseId());
    recommender.putItem("item-3", new ItemMetadata(List.of("film"), null, null));
    for (SessionView session : List.of(first, second)) {
      remember(session.releaseId());
    }
    records = lost.rows(COORDINATOR, RECORDS);
    moment = lost.query(COORDINATOR, "select now()::text");

    running = start(Duration.ofSeconds(10));
    services.await(running, view -> view.rounds().size() == 2);
    try (AutoCloseable _ = ProcessSignals.stopped(services.process(HELD).pid())) {
      for (String service : List.of(COORDINATOR, RECOMMENDER)) {
        backups.put(
            service, Backups.take(lost.variables(service), data(service), points.resolve(service)));
      }
      assertThat(coordinator.session(running).status()).isEqualTo(Status.RUNNING);
    }
    // What comes after the backup is lost with the machine.
    assertThat(await(running).status()).isEqualTo(Status.PUBLISHED);
    lost.query(COORDINATOR, "select pg_switch_wal()");
    lost.awaitAnswer(
        COORDINATOR, "select (archived_count > 0)::text from pg_stat_archiver", "true");
    services.kill(COORDINATOR);
    services.kill(RECOMMENDER);
    lost.close();
  }

  @AfterAll
  void stop() throws Exception {
    if (services != null) {
      services.close();
      lost.close();
      PostgresServer.remove(servers);
    }
  }

  private void awaitActive(String release) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!release.equals(recommender.models().active())) {
      assertThat(System.nanoTime()).as("%s", recommender.models()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private Path data(String service) {
    return services.process(service).spec().dataDirectory();
  }

  private String start(Duration deadline) throws Exception {
    return coordinator.start(SmallHolders.factors(deadline, 2)).id();
  }

  private SessionView await(String session) throws Exception {
    return services.await(session, view -> view.status().isOver());
  }

  private SessionView publish() throws Exception {
    SessionView session = await(start(Duration.ofSeconds(60)));
    assertThat(session.status()).as("%s", session).isEqualTo(Status.PUBLISHED);
    return session;
  }

  private void remember(String release) throws Exception {
    for (ReleaseManifest.ReleaseFile file : coordinator.release(release).manifest().files()) {
      files.put(release + "/" + file.name(), download(release, file.name()));
    }
  }

  private byte[] download(String release, String file) throws Exception {
    Path target = Files.createTempDirectory(elsewhere, "file-").resolve(file);
    coordinator.downloadReleaseFile(release, file, target);
    return Files.readAllBytes(target);
  }

  /** Releases and sessions of before the backup, byte for byte, and the records of their rounds. */
  private void assertIntact(PostgresServer database) throws Exception {
    for (SessionView session : List.of(first, second)) {
      assertThat(coordinator.session(session.id())).isEqualTo(session);
      ReleaseView release = coordinator.release(session.releaseId());
      for (ReleaseManifest.ReleaseFile file : release.manifest().files()) {
        assertThat(download(session.releaseId(), file.name()))
            .isEqualTo(files.get(session.releaseId() + "/" + file.name()));
      }
    }
    assertThat(database.rows(COORDINATOR, RECORDS)).containsAll(records);
  }

  /** Starts a service on what was put back. */
  private void startRestored(String service, PostgresServer database, Path directory)
      throws Exception {
    ServiceProcess started =
        services.startElsewhere(service, directory, database.properties(service));
    services.supervisor().awaitReady(started);
  }

  private void reconcileByFile() throws Exception {
    assertThat(
            AdminPost.send(
                services.process(COORDINATOR),
                "/v1/privacy/ledger/reconciliation",
                "{\"by\": \"FILE\"}"))
        .isEqualTo(200);
  }

  @Test
  void pointOfARunningSession_restoredElsewhere_hasEverythingAndGoesOn() throws Exception {
    try (PostgresServer there = PostgresServer.create(servers, "elsewhere", Map.of())) {
      for (String service : List.of(COORDINATOR, RECOMMENDER)) {
        there.createDatabase(service);
        Backups.restore(
            there.variables(service),
            backups.get(service),
            data(service),
            elsewhere.resolve(service));
        startRestored(service, there, elsewhere.resolve(service));
      }
      assertIntact(there);
      assertThat(recommender.models().active())
          .as("%s", recommender.models())
          .isEqualTo(first.releaseId());
      assertThat(recommender.item("item-3").metadata().categories()).containsExactly("film");

      SessionView ended = await(running);
      // Participants that have seen its end since give nothing to a round of before.
      if (ended.status() != Status.PUBLISHED) {
        assertThat(ended.failure().code()).isIn("participant-missing", "files-missing");
      }
      publish();
      services.kill(COORDINATOR);
      services.kill(RECOMMENDER);
    }
  }

  @Test
  void databaseOfAMoment_withTheFilesOfALaterPoint_hasWhatWasThereThen() throws Exception {
    Files.createFile(base.directory().resolve("recovery.signal"));
    base.start(
        Map.of(
            "restore_command",
            "cp %s/%%f %%p".formatted(servers.resolve("archive")),
            "recovery_target_time",
            moment,
            "recovery_target_action",
            "promote"));
    try (PostgresServer there = base) {
      there.awaitAnswer("postgres", "select pg_is_in_recovery()::text", "false");
      Path directory = elsewhere.resolve("moment");
      Backups.restore(
          there.variables(COORDINATOR),
          backups.get(COORDINATOR),
          data(COORDINATOR),
          directory,
          "--files-only");
      startRestored(COORDINATOR, there, directory);
      assertIntact(there);
      assertThat(coordinator.sessions())
          .extracting(SessionView::id)
          .containsExactly(second.id(), first.id());
      // The file has entries of a session that the database does not know any more.
      assertThat(coordinator.ledger().locked()).isNotNull();
      reconcileByFile();
      publish();
      services.kill(COORDINATOR);
    }
  }
}
