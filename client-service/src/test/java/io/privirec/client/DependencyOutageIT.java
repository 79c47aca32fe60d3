package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.Algorithm;
import io.privirec.fuzz.outage.FaultyDatabase;
import io.privirec.fuzz.outage.OutageWatch;
import io.privirec.wire.SessionView;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Database and coordinator of a client-service fail in the middle of a round, while many
/// participants poll. Each fault shows its own cause in few lines, and the round goes on
/// afterwards.
class DependencyOutageIT {
  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");
  private static final Duration OUTAGE = Duration.ofSeconds(IS_LONG ? 60 : 6);

  /// Fewer than the participants: a line for each of them is too many.
  private static final int MOST_LINES = 8;

  private static final int PARTICIPANTS = IS_LONG ? 100 : 20;
  private static final int ITEMS = 30;
  private static final String LAST = "p" + PARTICIPANTS;

  @TempDir Path cluster;
  private FaultyDatabase database;
  private TestDeployment deployment;
  private TestClient client;
  private List<String> names;

  private interface Fault {
    /// Begins. Closing the result ends the fault.
    AutoCloseable begin() throws Exception;
  }

  @BeforeEach
  void start() throws Exception {
    database = new FaultyDatabase(cluster);
    names = IntStream.rangeClosed(1, PARTICIPANTS).mapToObj(n -> "p" + n).toList();
    deployment =
        TestDeployment.consenting(ITEMS, 2, names, database.arguments().toArray(String[]::new))
            .start();
    client = deployment.client();
  }

  @AfterEach
  void stop() throws Exception {
    deployment.close();
    database.close();
  }

  @Test
  void round_whileADependencyFails_waitsAndGoesOn() throws Exception {
    List<HttpResponse<String>> answers = Collections.synchronizedList(new ArrayList<>());
    Callable<?> list = () -> answers.add(client.get("/v1/participants"));
    try (OutageWatch watch = new OutageWatch(client.port())) {
      watch.lookFor(OUTAGE, list);
      watch.requireIdle();
    }
    try (OutageWatch watch = watchDuring("stopped", database::stopped, list)) {
      assertThat(answers.getLast().statusCode()).isEqualTo(503);
      assertThat(answers.getLast().body())
          .contains("\"unavailable\"", "the database cannot be reached");
      assertThat(watch.up("database")).isEqualTo("0.0");
      assertThat(watch.ready()).contains(503);
      await("the end of the outage is logged", watch::sawEnd);
      watch.requireOutage("database", "unreachable", MOST_LINES);
    }
    goOn();

    answers.clear();
    try (OutageWatch watch = watchDuring("frozen", database::frozen, list)) {
      assertThat(answers.getLast().body())
          .contains("\"unavailable\"", "the database does not answer in time");
      assertThat(watch.up("database")).isEqualTo("0.0");
      await("the end of the outage is logged", watch::sawEnd);
      watch.requireOutage("database", "slow", MOST_LINES);
    }
    goOn();

    answers.clear();
    try (OutageWatch watch = watchDuring("locked", () -> database.locked("participant"), list)) {
      assertThat(answers.getLast().body()).contains("\"unavailable\"", "locks a table");
      assertThat(watch.up("database")).isEqualTo("1.0");
      assertThat(watch.ready()).containsOnly(200);
      watch.requireOutage("database", "locked", MOST_LINES);
    }
    goOn();

    if (IS_LONG) {
      InstantSource now = deployment.coordinator().clock;
      Fault ahead =
          () -> {
            deployment.coordinator().clock = InstantSource.offset(now, Duration.ofHours(1));
            return () -> deployment.coordinator().clock = now;
          };
      try (OutageWatch watch = watchDuring("ahead", ahead, list)) {
        assertThat(answers.getLast().statusCode()).isEqualTo(200);
        assertThat(watch.ready()).containsOnly(200);
        watch.requireOutage("coordinator", "refused", MOST_LINES);
      }
      goOn();
    }

    answers.clear();
    Callable<?> host =
        () ->
            answers.add(
                client.postJson(
                    "/v1/participants", "{\"id\":\"newcomer\",\"enrolmentToken\":\"token\"}"));
    try (OutageWatch watch = watchDuring("away", deployment.coordinator()::away, host)) {
      assertThat(answers.getLast().body())
          .contains("\"coordinator-unreachable\"", "nobody takes the connection");
      assertThat(answers.getLast().headers().firstValue("Retry-After")).isPresent();
      assertThat(watch.up("coordinator")).isEqualTo("0.0");
      assertThat(watch.ready()).containsOnly(200);
      await("the end of the outage is logged", watch::sawEnd);
      watch.requireOutage("coordinator", "unreachable", MOST_LINES);
    }
    goOn();
  }

  /// Opens a round that all but one participant join, and watches the service during a fault.
  private OutageWatch watchDuring(String session, Fault fault, Callable<?> beside)
      throws Exception {
    deployment.coordinator().asks(participant -> !participant.value().equals(LAST));
    deployment.begin(session, deployment.parameters(7));
    for (String name : names) {
      if (!name.equals(LAST)) {
        deployment.awaitJoined(name, session);
      }
    }
    OutageWatch watch = new OutageWatch(client.port());
    try (AutoCloseable _ = fault.begin()) {
      watch.lookFor(OUTAGE, beside);
    }
    await("ready again", () -> client.get("/readyz").statusCode() == 200);
    return watch;
  }

  /// The last participant joins, and the sum includes all participants.
  private void goOn() throws Exception {
    TestCoordinator coordinator = deployment.coordinator();
    coordinator.asks(participant -> true);
    await("the sum is opened", coordinator::isSummed);
    Algorithm algorithm = TestCoordinator.algorithm(deployment.parameters(7), ITEMS);
    assertThat(deployment.holders().isSumOfAll(coordinator.sum(), algorithm, 0, null)).isTrue();
    deployment.finish(SessionView.Status.FAILED);
  }
}
