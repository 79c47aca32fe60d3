package io.privirec.lab.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.process.ServiceJars;
import io.privirec.lab.run.Deployment;
import io.privirec.lab.run.StandingApproval;
import io.privirec.wire.SessionView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The services of the release before run on tables that this one has migrated, and beside this
 * one's. The system property {@code lab.previous} is a tree in which they are built; without it the
 * test is skipped, and says so.
 */
class PreviousReleaseIT {
  private static final String COORDINATOR = Deployment.COORDINATOR;
  private static final String HOLDER = Deployment.FIRST_CLIENT;

  private static Optional<ServiceJars> previous() {
    return Optional.ofNullable(System.getProperty("lab.previous"))
        .filter(tree -> !tree.isBlank())
        .map(tree -> new ServiceJars(ServiceJars.ofThisTree().home().resolve(tree)));
  }

  /**
   * Both builds run sessions with noise of so much, and neither knows all settings of the other.
   */
  private static final double EPSILON = 1;

  private static Map<String, String> ofHolder(PostgresServer postgres) {
    Map<String, String> properties = new HashMap<>(postgres.properties(HOLDER));
    StandingApproval.ASKING.keySet().forEach(setting -> properties.put(setting, ""));
    return properties;
  }

  private static void assertRuns(TestServices services) throws Exception {
    String session =
        services
            .coordinator()
            .start(SmallHolders.noisyDegrees(EPSILON, Duration.ofMinutes(2)))
            .id();
    SessionView ended = services.await(session, view -> view.status().isOver());
    assertThat(ended.status()).as("%s", ended).isEqualTo(SessionView.Status.PUBLISHED);
  }

  private static String module(String service) {
    return service.equals(COORDINATOR) ? "coordinator-service" : "client-service";
  }

  @Test
  void previousRelease_onTheTablesOfThisOne_runsSessionsAloneAndBesideIt() throws Exception {
    if (previous().isEmpty()) {
      System.err.println("== SKIPPED: no release before this one (-Dlab.previous=TREE) ==");
    }
    Assumptions.assumeTrue(previous().isPresent(), "no release before this one");
    PostgresServer.requireInstalled();
    Path servers = PostgresServer.newDirectory();
    try (PostgresServer postgres = PostgresServer.create(servers, "tables", Map.of())) {
      postgres.createDatabase(COORDINATOR);
      postgres.createDatabase(HOLDER);
      try (TestServices services =
          new TestServices(1, postgres.properties(COORDINATOR), ofHolder(postgres))) {
        Map<String, Path> jars =
            Map.of(
                COORDINATOR,
                services.process(COORDINATOR).spec().jar(),
                HOLDER,
                services.process(HOLDER).spec().jar());
        SmallHolders.enrol(services);
        assertRuns(services);
        for (String service : List.of(COORDINATOR, HOLDER)) {
          services.exchange(service, previous().get().of(module(service)));
        }
        assertRuns(services);
        for (String service : List.of(COORDINATOR, HOLDER)) {
          services.exchange(service, jars.get(service));
          assertRuns(services);
        }
      }
    }
    PostgresServer.remove(servers);
  }
}
