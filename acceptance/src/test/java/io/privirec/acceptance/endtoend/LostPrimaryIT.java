package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.stage.deployment.Deployment;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Coordinator and client-service keep their rows in a PostgreSQL with a replica. In the middle of a
 * session the primary's machine is lost, and the replica takes its place.
 */
class LostPrimaryIT {
  private static final String HOLDER = "holder";

  /** In the long form at so many moments of sessions. */
  private static final int MOMENTS = Boolean.getBoolean("tests.long") ? 12 : 1;

  @TempDir private Path directory;
  private PostgresServer primary;
  private PostgresServer replica;
  private TestServices services;
  private CoordinatorApi coordinator;

  @BeforeEach
  void startServers() throws Exception {
    PostgresServer.requireInstalled();
    Path servers = PostgresServer.newDirectory();
    primary = PostgresServer.create(servers, "first", Map.of());
    primary.createDatabase(Deployment.COORDINATOR);
    primary.createDatabase(HOLDER);
    replica = primary.replica(servers, "second", Optional.empty());
  }

  @AfterEach
  void stop() throws Exception {
    if (services != null) {
      services.close();
    }
    if (replica != null) {
      primary.close();
      replica.close();
      PostgresServer.remove(primary.directory().getParent());
    }
  }

  private void startServices(Map<String, String> ofHolder) throws Exception {
    services = new TestServices(1, url(Deployment.COORDINATOR), ofHolder);
    coordinator = services.coordinator();
    SmallHolders.enrol(services);
  }

  /** Both servers, of which the driver takes the one that can be written to. */
  private Map<String, String> url(String database) {
    return Map.of(
        "spring.datasource.url",
        "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/%s?user=postgres&targetServerType=primary"
            .formatted(primary.port(), replica.port(), database));
  }

  private String begin() throws Exception {
    return coordinator.start(SmallHolders.factors(Duration.ofSeconds(20), 3)).id();
  }

  private SessionView await(String session) throws Exception {
    return services.awaitThroughOutage(session, view -> view.status().isOver());
  }

  private void assertPublished(SessionView session) throws Exception {
    assertThat(session.status()).as("%s", session).isEqualTo(Status.PUBLISHED);
    assertThat(session.survivors()).hasSize(SmallHolders.PARTICIPANTS);
    Path file = Files.createTempDirectory(directory, "degrees-").resolve("file");
    coordinator.downloadReleaseFile(
        String.valueOf(session.releaseId()), ReleaseManifest.DEGREES, file);
    assertThat(ItemDegreesFile.read(file)).isEqualTo(SmallHolders.degrees());
  }

  /** The replica is the primary now, and gets one of its own in the place of what was lost. */
  private void replaceLost(int moment) throws Exception {
    PostgresServer lost = primary;
    primary = replica;
    replica = primary.replica(primary.directory().getParent(), "next-" + moment, Optional.of(lost));
  }

  @Test
  void synchronousReplica_takesOver_theSessionCompletes() throws Exception {
    startServices(url(HOLDER));
    for (int moment = 0; moment < MOMENTS; moment++) {
      primary.synchronous(true);
      String session = begin();
      int rounds = 1 + moment % 2;
      services.await(session, view -> view.rounds().size() >= rounds);
      // Moments are spread over the round.
      Thread.sleep(moment * 40L);
      primary.kill();
      replica.promote();
      assertPublished(await(session));
      replaceLost(moment);
    }
  }

  /** The holder's rows are elsewhere, and know more afterwards than the coordinator's. */
  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void asynchronousReplica_thatLacksTheNewestRows_theSessionCompletesOrFailsByName()
      throws Exception {
    startServices(Map.of());
    for (int moment = 0; moment < MOMENTS; moment++) {
      primary.synchronous(false);
      String session = begin();
      services.await(session, view -> !view.rounds().isEmpty());
      try (AutoCloseable _ = replica.cutOff()) {
        services.await(session, view -> view.rounds().size() == 2 || view.status().isOver());
        Thread.sleep(moment * 40L);
        assertThat(primary.ahead(replica)).isPositive();
        primary.kill();
      }
      replica.promote();
      SessionView ended = await(session);
      System.out.printf(
          "asynchronous, moment %d: %s %s%n", moment, ended.status(), ended.failure());
      if (ended.status() == Status.PUBLISHED) {
        assertPublished(ended);
      } else {
        assertThat(ended.failure().code())
            .isIn("participant-missing", "ledger-locked", "files-missing");
      }
      if (coordinator.ledger().locked() != null) {
        System.out.println("its ledger is locked: " + coordinator.ledger().locked());
        assertThat(
                AdminPost.send(
                    services.process(Deployment.COORDINATOR),
                    "/v1/privacy/ledger/reconciliation",
                    "{\"by\": \"FILE\"}"))
            .isEqualTo(200);
      }
      assertPublished(await(begin()));
      replaceLost(moment);
    }
  }
}
