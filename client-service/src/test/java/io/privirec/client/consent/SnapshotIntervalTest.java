package io.privirec.client.consent;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Data is frozen at consent, once for each time that sessions state, and not twice in an interval.
/// Each test has no snapshots at first, and times and sessions of its own.
@ExtendWith(OutputCaptureExtension.class)
class SnapshotIntervalTest {
  private static final int ITEMS = 12;
  private static final int USERS = 4;
  private static final Instant DAY = Instant.parse("2026-01-02T03:00:00Z");
  private static final List<String> NAMES = List.of("p1", "p2", "p3");
  private static final String APPROVAL = "--privirec.client.approval=";

  @RegisterExtension
  private static final TestDeployment deployment =
      new TestDeployment(
          ITEMS,
          USERS,
          NAMES,
          "--privirec.client.min-interval=PT20H",
          "--privirec.client.sums-without-noise=ask",
          "--privirec.client.answer-delay=PT0S",
          "--privirec.client.max-waiting-sessions=2");

  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();
  private static int tests;
  private static int latecomers;
  private static boolean isAutomatic;

  private final int number = ++tests;
  private final Instant firstTime = DAY.plus(Duration.ofDays(2L * number));
  private final Instant secondTime = firstTime.plus(Duration.ofHours(20));
  private final String first = "first-" + number;
  private final String second = "second-" + number;

  @BeforeEach
  void forgetSnapshots() throws IOException {
    coordinator.dataAsOf = () -> firstTime;
    client.bean(JdbcClient.class).sql("delete from snapshot").update();
    for (String name : NAMES) {
      for (Path file : files(name)) {
        Files.delete(file);
      }
    }
  }

  @AfterEach
  void approveByHand() {
    if (isAutomatic) {
      client.restartWith(APPROVAL + "manual");
      isAutomatic = false;
    }
  }

  private static void approveAutomatically() {
    client.restartWith(APPROVAL + "auto");
    isAutomatic = true;
  }

  private static void importLatecomer() {
    client.importCsv("p1", "p1/latecomer-%s,i3\n".formatted(++latecomers));
  }

  /// A participant joins sums with noise by itself.
  private static ItemDegreesParameters noisy(double epsilon) {
    return ItemDegreesParameters.DEFAULT.withPrivacy(
        PrivacyParameters.of(epsilon, 1e-6)
            .withUnit(PrivacyParameters.USER)
            .withItemsPerUser(5)
            .withColluders(1)
            .withRounds("closed"));
  }

  /// All consent to a session.
  private static void consent(String session, long seed) {
    deployment.begin(session, deployment.parameters(seed));
    await("all are asked", () -> deployment.isAsked(session));
    NAMES.forEach(name -> deployment.approve(name, session));
  }

  private static ParticipationView.Snapshot snapshot(String session) {
    return deployment.of("p1", session).snapshot();
  }

  private static List<Path> files(String participant) throws IOException {
    Path directory = deployment.data().resolve("sessions/snapshots").resolve(participant);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static long snapshotRows() {
    return client
        .bean(JdbcClient.class)
        .sql("select count(*) from snapshot where participant = 'p1'")
        .query(Long.class)
        .single();
  }

  private static void endInterval() {
    client
        .bean(JdbcClient.class)
        .sql("update snapshot set frozen_at = frozen_at - interval '21 hours'")
        .update();
  }

  @Test
  void firstContact_freezesNothing() throws IOException {
    deployment.begin("asked", deployment.parameters(1));
    await("all are asked", () -> deployment.isAsked("asked"));

    assertThat(files("p1")).isEmpty();
    assertThat(snapshot("asked")).isNull();
  }

  @Test
  void data_isThatOfTheConsent_notOfTheFirstContact() {
    deployment.begin("late", deployment.parameters(1));
    await("all are asked", () -> deployment.isAsked("late"));
    importLatecomer();
    NAMES.forEach(name -> deployment.approve(name, "late"));

    assertThat(snapshot("late").users()).isEqualTo(USERS + latecomers);
  }

  /// Begins a session over data as of some time beside others, and waits until all are asked.
  private static void ask(String session, long seed, Instant dataAsOf) {
    coordinator.dataAsOf = () -> dataAsOf;
    beginBeside(session, seed);
    await("all are asked", () -> deployment.isAsked(session));
  }

  private static void beginBeside(String session, long seed) {
    coordinator.begin(session, deployment.parameters(seed));
    coordinator.openBeside(1);
  }

  /// Asks for an approval that is refused, and changes nothing.
  ///
  /// @return what the answer says
  private static String refused(String session, String code) {
    long before = snapshotRows();
    var answer = client.approve("p1", session);
    TestClient.refused(answer, 409, code);
    assertThat(deployment.isAsked("p1", session)).isTrue();
    assertThat(snapshotRows()).isEqualTo(before);
    return json(answer).get("detail").asString();
  }

  private static boolean shows(String session, String text) {
    return deployment.of("p1", session).wouldDisclose().stream()
        .anyMatch(words -> words.contains(text));
  }

  @Test
  void sessionsOfOneTime_useOneSnapshotAlsoAfterARestartAndItsInterval() throws IOException {
    consent(first, 1);
    ParticipationView.Snapshot frozen = snapshot(first);
    await("the sum is opened", coordinator::isSummed);
    deployment.finish(SessionView.Status.FAILED);
    importLatecomer();
    endInterval();
    client.restartWith();
    assertThat(files("p1")).hasSize(1);

    coordinator.catalogueOf(ITEMS + 1);
    deployment.begin(second, deployment.parameters(2));
    await("all are asked", () -> deployment.isAsked(second));
    assertThat(snapshot(second).sha256()).isEqualTo(frozen.sha256());
    assertThat(shows(second, frozen.sha256().substring(0, 8))).isTrue();
    assertThat(shows(second, "as of " + firstTime)).isTrue();
    assertThat(deployment.of("p1", second).terms().dataAsOf()).isEqualTo(firstTime);
    assertThat(deployment.of("p1", second).earlierOpenings())
        .singleElement()
        .satisfies(opening -> assertThat(opening.number()).isEqualTo(1));
    NAMES.forEach(name -> deployment.approve(name, second));

    await("the sum is opened", coordinator::isSummed);
    assertThat(snapshot(second).sha256()).isEqualTo(frozen.sha256());
    assertThat(snapshotRows()).isEqualTo(1);
    assertThat(coordinator.sum().survivors().stream().map(id -> id.value()).toList())
        .isEqualTo(NAMES);
  }

  @Test
  void laterTime_isTooEarlyWithinTheIntervalAndFreezesAfterIt() throws IOException {
    consent(first, 1);
    await("the sum is opened", coordinator::isSummed);
    ParticipationView.Snapshot frozen = snapshot(first);
    importLatecomer();
    ask(second, 2, secondTime);
    Instant from = frozen.frozenAt().plus(Duration.ofHours(20));
    assertThat(snapshot(second)).isNull();
    assertThat(shows(second, "from " + from + " on")).isTrue();

    assertThat(refused(second, "snapshot-too-early")).contains(from.toString());

    endInterval();
    assertThat(shows(second, "frozen at consent")).isTrue();
    NAMES.forEach(name -> deployment.approve(name, second));
    await("the sum is opened", coordinator::isSummed);
    assertThat(snapshot(second).sha256()).isNotEqualTo(frozen.sha256());
    // The first session is still open, and may be asked for another attempt.
    assertThat(files("p1")).hasSize(2);
    deployment.finish(SessionView.Status.FAILED);
    await("the old file is gone", () -> files("p1").size() == 1);
    assertThat(snapshot(first).sha256()).isEqualTo(frozen.sha256());
  }

  @Test
  void laterTime_withAutomaticConsent_isAwaitedAndSaidOnce(CapturedOutput output) {
    approveAutomatically();
    assertThat(output).contains("By privirec.client.sums-without-noise a person decides");
    deployment.openFirst(first, noisy(.5));
    coordinator.dataAsOf = () -> secondTime;
    AtomicInteger told = new AtomicInteger();
    coordinator.labels =
        item -> {
          told.incrementAndGet();
          return item;
        };

    coordinator.begin(second, noisy(.4));
    coordinator.openBeside(0, 1, Optional.empty(), terms -> terms, signed -> signed);

    await("all wait", () -> deployment.isAsked(second));
    int before = told.get();
    await("all ask again and again", () -> told.get() > before + 6 * NAMES.size());
    assertThat(deployment.isAsked(second)).isTrue();
    assertThat(snapshotRows()).isEqualTo(1);
    assertThat(output.getOut().lines().filter(line -> line.contains("p1 waits until "))).hasSize(1);
    endInterval();
    await("the sum is opened", coordinator::isSummed);
    assertThat(snapshotRows()).isEqualTo(2);
  }

  @Test
  void earlierTimeThanTheNewest_isSuperseded() {
    coordinator.dataAsOf = () -> secondTime;
    consent(second, 1);
    endInterval();
    ask(first, 2, firstTime);
    assertThat(shows(first, "snapshot-superseded")).isTrue();

    assertThat(refused(first, "snapshot-superseded"))
        .contains(firstTime.toString(), secondTime.toString());
  }

  @Test
  void timeThatIsNotYet_isRefused() {
    ask("ahead", 1, Instant.parse("2999-01-01T00:00:00Z"));
    assertThat(shows("ahead", "data-time-ahead")).isTrue();

    assertThat(refused("ahead", "data-time-ahead")).contains("2999-01-01T00:00:00Z");
  }

  @Test
  void file_thatIsLost_isRefusedByNameAndNothingIsFrozenInItsPlace() throws IOException {
    consent(first, 1);
    await("the sum is opened", coordinator::isSummed);
    ask(second, 2, firstTime);
    Files.delete(files("p1").getFirst());

    refused(second, "snapshot-mismatch");
    endInterval();
    refused(second, "snapshot-mismatch");

    assertThat(files("p1")).isEmpty();
    ask("third", 3, secondTime);
    deployment.approve("p1", "third");
    assertThat(snapshotRows()).isEqualTo(2);
  }

  @Test
  void sessions_beyondAsManyAsMayWait_areRefusedByName() {
    refusesTheThirdThatWaits(firstTime);
  }

  /// Nobody approves by hand here; what they wait for is the interval.
  @Test
  void sessionsThatWaitForTheInterval_beyondAsManyAsMayWait_areRefusedByName() {
    approveAutomatically();
    deployment.openFirst(first, noisy(.5));
    refusesTheThirdThatWaits(secondTime);
  }

  private void refusesTheThirdThatWaits(Instant dataAsOf) {
    ask("waiting-1-" + number, 2, dataAsOf);
    ask("waiting-2-" + number, 3, dataAsOf);
    String third = "too-many-" + number;
    beginBeside(third, 4);
    deployment.awaitRefused(third, "too-many-sessions");
  }
}
