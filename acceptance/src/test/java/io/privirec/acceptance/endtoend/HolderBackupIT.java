package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.operator.http.ClientApi;
import io.privirec.operator.http.CoordinatorApi;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.wire.ParticipantPrivacy;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A holder puts its service back to a point of before a sum with noise: database and ledgers agree,
 * and have both forgotten it. Whatever is done then, its ε is not spent again.
 */
class HolderBackupIT {
  private static final String HOLDER = Deployment.FIRST_CLIENT;
  private static final double EPSILON = .8;
  private static final double LIMIT = 1.0;

  @TempDir private Path directory;

  private TestServices services;
  private CoordinatorApi coordinator;
  private ClientApi holder;

  private SessionView run(SessionRequest request) throws Exception {
    String session = coordinator.start(request).id();
    return services.await(session, view -> view.status().isOver());
  }

  private static List<String> participants() {
    return IntStream.range(0, SmallHolders.PARTICIPANTS).mapToObj(Cohort::participant).toList();
  }

  private String refusal(SessionView session) throws Exception {
    return holder.participations(Cohort.participant(0)).stream()
        .filter(participation -> participation.sessionId().equals(session.id()))
        .map(ParticipationView::toString)
        .findFirst()
        .orElse("none");
  }

  @Test
  void holderRestoredToBeforeASum_isLockedByItsWitness_andSpendsNothingTwice() throws Exception {
    PostgresServer.requireInstalled();
    Path servers = PostgresServer.newDirectory();
    try (PostgresServer postgres = PostgresServer.create(servers, "holder", Map.of())) {
      postgres.createDatabase("before");
      postgres.createDatabase("after");
      services =
          new TestServices(
              1,
              Map.of(),
              Map.of(
                  "spring.datasource.url",
                  postgres.jdbcUrl("before"),
                  "privirec.client.privacy.max-epsilon",
                  Double.toString(LIMIT)));
      try (TestServices _ = services) {
        coordinator = services.coordinator();
        holder = services.deployment().clientOf(0);
        SmallHolders.enrol(services);
        assertThat(run(SmallHolders.factors(Duration.ofMinutes(2), 2)).status())
            .isEqualTo(SessionView.Status.PUBLISHED);
        Path data = services.process(HOLDER).spec().dataDirectory();
        Path point = Backups.take(postgres.variables("before"), data, directory.resolve("points"));

        run(SmallHolders.noisyDegrees(EPSILON, Duration.ofMinutes(2)));
        for (String participant : participants()) {
          assertThat(holder.privacy(participant).epsilonSpent()).isBetween(.6, EPSILON);
        }

        services.kill(HOLDER);
        Path elsewhere = directory.resolve("elsewhere");
        Backups.restore(postgres.variables("after"), point, data, elsewhere);
        ServiceProcess restored =
            services.startElsewhere(
                HOLDER, elsewhere, Map.of("spring.datasource.url", postgres.jdbcUrl("after")));
        services.supervisor().awaitReady(restored);

        SessionView locked = run(SmallHolders.noisyDegrees(.1, Duration.ofSeconds(8)));
        assertThat(locked.failure().code()).isEqualTo("participant-missing");
        assertThat(refusal(locked)).contains("ledger-locked");
        for (String participant : participants()) {
          assertThat(holder.privacy(participant).locked()).contains("coordinator");
          assertThat(reconcile(restored, participant, "FILE")).isEqualTo(422);
          assertThat(reconcile(restored, participant, "WORST_CASE")).isEqualTo(200);
          ParticipantPrivacy privacy = holder.privacy(participant);
          assertThat(privacy.locked()).isNull();
          assertThat(privacy.epsilonSpent()).isEqualTo(LIMIT);
        }
        SessionView tooMuch = run(SmallHolders.noisyDegrees(.1, Duration.ofSeconds(8)));
        assertThat(refusal(tooMuch)).contains("period-epsilon-exceeded");
        assertThat(run(SmallHolders.factors(Duration.ofMinutes(2), 2)).status())
            .isEqualTo(SessionView.Status.PUBLISHED);
      }
    }
    PostgresServer.remove(servers);
  }

  private static int reconcile(ServiceProcess service, String participant, String way)
      throws Exception {
    return AdminPost.send(
        service,
        "/v1/participants/" + participant + "/privacy/reconciliation",
        "{\"by\": \"" + way + "\"}");
  }
}
