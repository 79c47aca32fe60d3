package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.wire.ProblemType;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database that is not the service's own goes away for a while and comes back.
class DatabaseOutageTest {
  @TempDir Path data;
  @TempDir Path cluster;
  @TempDir Path temporary;

  private EmbeddedPostgres server(int port) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(cluster.resolve("postgres"))
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false);
    return (port == 0 ? builder : builder.setPort(port)).start();
  }

  @Test
  void session_databaseRestartedInTheMiddle_goesOnWithoutARestartOfTheService() throws Exception {
    EmbeddedPostgres server = server(0);
    int port = server.getPort();
    RunningCoordinator coordinator =
        RunningCoordinator.startWithItsDatabase(
            "outage",
            data,
            "--spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
            "--spring.datasource.username=postgres",
            "--spring.datasource.password=",
            "--spring.datasource.hikari.connection-timeout=500");
    try {
      TestCohort cohort = TestCohort.ofOneCell(coordinator, "outage", 3);
      List<TestParticipant> participants = cohort.participants();
      SessionView started =
          cohort.start(cohort.privirecK(PriviRecKParameters.gfCf(4, 2, 0.3, 7L, 3, 8), 1));
      PlainRun plain = cohort.dataFor(started);
      cohort.runUntil(
          started.id(),
          view ->
              view.rounds().size() == 2 && view.rounds().getLast().phase().equals("MASKED_INPUT"));

      server.close();
      String session = "/v1/sessions/" + started.id();
      Api.Answer away = coordinator.api().adminGet(session);
      assertThat(away.problem()).isEqualTo(ProblemType.UNAVAILABLE.code());
      assertThat(away.headers().firstValue("Retry-After")).contains("1");
      Api.Answer looksUpAKey = participants.getFirst().get("/v1/work?wait=0");
      assertThat(looksUpAKey.problem()).isEqualTo(ProblemType.UNAVAILABLE.code());
      assertThat(coordinator.api().get("/livez").status()).isEqualTo(200);
      assertThat(coordinator.api().get("/readyz").status()).isEqualTo(503);

      server = server(port);
      TestWait.until("ready again", () -> coordinator.api().get("/readyz").status() == 200);
      SessionView done = cohort.runToEnd(started.id());
      assertThat(done.status()).isEqualTo(Status.PUBLISHED);
      assertThat(done.survivors()).isEqualTo(cohort.names());
      assertThat(cohort.factorsOf(done)).isEqualTo(plain.factors(participants, temporary));
    } finally {
      coordinator.close();
      server.close();
    }
  }
}
