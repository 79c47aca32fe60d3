package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PriviRecK;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Data is frozen at consent, once per interval.
class SnapshotIntervalTest {
  private static final int ITEMS = 12;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");

  @TempDir Path data;
  private TestDeployment deployment;
  private TestCoordinator coordinator;
  private TestClient client;

  @BeforeEach
  void start() {
    deployment =
        new TestDeployment(
            data,
            ITEMS,
            4,
            NAMES,
            "--privirec.client.min-interval=PT20H",
            "--privirec.client.max-waiting-sessions=2");
    coordinator = deployment.coordinator();
    client = deployment.client();
  }

  @AfterEach
  void stop() {
    deployment.close();
  }

  private static Algorithm algorithm(long seed) {
    return new PriviRecK(ITEMS, 4, 1, 0.3, seed, 4, ITEMS);
  }

  /// All consent to a session.
  private void consent(String session, long seed) {
    deployment.begin(session, algorithm(seed));
    await("all are asked", () -> deployment.isAsked(session));
    NAMES.forEach(name -> deployment.approve(name, session));
  }

  private ParticipationView.Snapshot snapshot(String session) {
    return deployment.of("p1", session).snapshot();
  }

  private List<Path> files(String participant) throws IOException {
    Path directory = data.resolve("sessions/snapshots").resolve(participant);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private long snapshotRows() {
    return client
        .bean(JdbcClient.class)
        .sql("select count(*) from snapshot where participant = 'p1'")
        .query(Long.class)
        .single();
  }

  private void endInterval() {
    client
        .bean(JdbcClient.class)
        .sql("update snapshot set frozen_at = frozen_at - interval '21 hours'")
        .update();
  }

  @Test
  void firstContact_freezesNothing() throws IOException {
    deployment.begin("asked", algorithm(1));
    await("all are asked", () -> deployment.isAsked("asked"));

    assertThat(files("p1")).isEmpty();
    assertThat(snapshot("asked")).isNull();
  }

  @Test
  void data_isThatOfTheConsent_notOfTheFirstContact() {
    deployment.begin("late", algorithm(1));
    await("all are asked", () -> deployment.isAsked("late"));
    client.importCsv("p1", "p1/latecomer,i3\n");
    NAMES.forEach(name -> deployment.approve(name, "late"));

    assertThat(snapshot("late").users()).isEqualTo(5);
  }

  @Test
  void consents_withinTheInterval_useOneSnapshotAlsoAfterARestart() throws IOException {
    consent("first", 1);
    ParticipationView.Snapshot frozen = snapshot("first");
    await("the sum is opened", coordinator::isSummed);
    deployment.finish(SessionView.Status.FAILED);
    client.importCsv("p1", "p1/latecomer,i3\n");
    client.stop();
    client.start();
    assertThat(files("p1")).hasSize(1);

    coordinator.catalogueOf(ITEMS + 1);
    deployment.begin("second", new PriviRecK(ITEMS + 1, 4, 1, 0.3, 2, 4, ITEMS));
    await("all are asked", () -> deployment.isAsked("second"));
    assertThat(snapshot("second")).isEqualTo(frozen);
    assertThat(deployment.of("p1", "second").wouldDisclose())
        .anyMatch(words -> words.contains(frozen.sha256().substring(0, 8)));
    assertThat(deployment.of("p1", "second").earlierOpenings())
        .singleElement()
        .satisfies(opening -> assertThat(opening.number()).isEqualTo(1));
    NAMES.forEach(name -> deployment.approve(name, "second"));

    await("the sum is opened", coordinator::isSummed);
    assertThat(snapshot("second")).isEqualTo(frozen);
    assertThat(snapshotRows()).isEqualTo(1);
    assertThat(coordinator.sum().survivors().stream().map(id -> id.value()).toList())
        .isEqualTo(NAMES);
  }

  @Test
  void interval_thatIsOver_letsTheNextConsentFreezeAndTheOldFileGo() throws IOException {
    consent("first", 1);
    await("the sum is opened", coordinator::isSummed);
    String first = snapshot("first").sha256();
    client.importCsv("p1", "p1/latecomer,i3\n");
    endInterval();

    coordinator.begin("second", algorithm(2));
    coordinator.openBeside(0, 1, java.util.Optional.empty(), terms -> terms, signed -> signed);
    await("all are asked", () -> deployment.isAsked("second"));
    NAMES.forEach(name -> deployment.approve(name, "second"));
    await("the sum is opened", coordinator::isSummed);

    assertThat(snapshot("second").sha256()).isNotEqualTo(first);
    // The first session is still open, and may be asked for another attempt.
    assertThat(files("p1")).hasSize(2);
    deployment.finish(SessionView.Status.FAILED);
    await("the old file is gone", () -> count("p1") == 1);
    assertThat(snapshot("first").sha256()).isEqualTo(first);
  }

  private int count(String participant) {
    try {
      return files(participant).size();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void file_lostWithinTheInterval_isRefusedByNameAndNothingIsFrozenInItsPlace() throws IOException {
    consent("first", 1);
    await("the sum is opened", coordinator::isSummed);
    deployment.finish(SessionView.Status.FAILED);
    deployment.begin("second", algorithm(2));
    await("all are asked", () -> deployment.isAsked("second"));
    Files.delete(files("p1").getFirst());

    var answer = client.postJson("/v1/participants/p1/sessions/second:approve", "");

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(json(answer).get("code").asString()).isEqualTo("snapshot-mismatch");
    assertThat(files("p1")).isEmpty();
    assertThat(snapshotRows()).isEqualTo(1);
    assertThat(deployment.isAsked("p1", "second")).isTrue();
    endInterval();
    deployment.approve("p1", "second");
    assertThat(snapshotRows()).isEqualTo(2);
  }

  @Test
  void sessions_beyondAsManyAsMayWait_areRefusedByName() {
    for (int n = 1; n <= 2; n++) {
      String session = "waiting-" + n;
      coordinator.begin(session, algorithm(n));
      coordinator.openBeside(0, 1, java.util.Optional.empty(), terms -> terms, signed -> signed);
      await("all are asked", () -> deployment.isAsked(session));
    }

    coordinator.begin("too-many", algorithm(3));
    coordinator.openBeside(0, 1, java.util.Optional.empty(), terms -> terms, signed -> signed);

    deployment.awaitRefused("too-many", "too-many-sessions");
  }
}
