package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.deployment.StandingApproval;
import io.privirec.stage.process.ServiceJars;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

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
  private static final double EPSILON = .5;

  private static Map<String, String> ofHolder(PostgresServer postgres) {
    Map<String, String> properties = new HashMap<>(postgres.properties(HOLDER));
    StandingApproval.ASKING.keySet().forEach(setting -> properties.put(setting, ""));
    return properties;
  }

  /** A session that reads nobody's data: both versions run it together. */
  private static void assertRehearses(TestServices services) throws Exception {
    assertEnds(services, SmallHolders.rehearsal(), SessionView.Status.COMPLETED);
  }

  /**
   * A session over data. The versions differ in the vectors of its sums, and the earlier version
   * rejects ledgers with reservations: no session over data is over both.
   */
  private static void assertRuns(TestServices services) throws Exception {
    assertEnds(
        services,
        SmallHolders.noisyDegrees(EPSILON, Duration.ofMinutes(2)),
        SessionView.Status.PUBLISHED);
  }

  private static void assertEnds(
      TestServices services, SessionRequest request, SessionView.Status status) throws Exception {
    String session = services.coordinator().start(request).id();
    SessionView ended = services.await(session, view -> view.status().isOver());
    assertThat(ended.status()).as("%s", ended).isEqualTo(status);
  }

  private static String module(String service) {
    return service.equals(COORDINATOR) ? "coordinator-service" : "client-service";
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  void previousRelease_onTheTablesOfThisOne_runsSessionsAloneAndRehearsesBesideIt()
      throws Exception {
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
        assertRehearses(services);
        for (String service : List.of(COORDINATOR, HOLDER)) {
          services.exchange(service, previous().get().of(module(service)));
        }
        assertRuns(services);
        services.exchange(COORDINATOR, jars.get(COORDINATOR));
        assertRehearses(services);
        services.exchange(HOLDER, jars.get(HOLDER));
        assertRuns(services);
      }
    }
    PostgresServer.remove(servers);
  }
}
