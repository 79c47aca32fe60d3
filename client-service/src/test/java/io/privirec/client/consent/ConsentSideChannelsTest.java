package io.privirec.client.consent;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestCoordinator.Seen;
import io.privirec.client.TestDeployment;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.RoundId;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// Requests about sessions without noise as the coordinator sees them, for each decision of the
/// holder: approve, reject, and the setting `reject`.
///
/// From a product the decoder reads all users of one data set and no user of the other. A second
/// algorithm opens the Gram matrix. Both data sets give equal requests, also after the holder
/// measured the exposure to the product. The test ignores credentials, signatures, and the bytes of
/// keys and masked vectors.
class ConsentSideChannelsTest {
  private static final int ITEMS = 40;

  /// More than the equations of two sessions: these would tell every row of fewer users.
  private static final int USERS = 20;

  private static final int LONG_HISTORY = 30;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");
  private static final Duration DELAY = Duration.ofMillis(200);

  /// Questions for work between a decision and its word. The participant rests 100 ms after the
  /// first question, and longer after each of the next.
  private static final int MOST_POLLS = 8;

  private static final AlgorithmParameters PRODUCT =
      PriviRecKParameters.gfCf(8, 1, 0.3, 7L, 8, ITEMS);
  private static final AlgorithmParameters GRAM =
      PriviRecParameters.DEFAULT
          .withModel(PriviRecParameters.TurboCf.DEFAULT)
          .withTopN(ITEMS)
          .withMinSupport(1);

  @TempDir private Path work;

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  private enum Decision {
    APPROVE,
    REJECT,
    SETTING
  }

  /// The record of one session.
  ///
  /// @param messages requests about sessions, rounds and ledgers by participant, in order
  /// @param others kinds of all other requests
  /// @param log lines, sorted
  /// @param metrics names of all meters so far
  /// @param counts of the runtime's meters that the session adds
  private record Outside(
      SortedMap<String, List<String>> messages,
      Set<String> others,
      List<String> log,
      List<String> metrics,
      SortedMap<String, Double> counts) {}

  @AfterEach
  void forgetLog() {
    logger().detachAppender(lines);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("io.privirec");
  }

  private static TestDeployment deployment(Duration delay) {
    return new TestDeployment(
        ITEMS,
        USERS,
        NAMES,
        "--privirec.client.approval=auto",
        "--privirec.client.sums-without-noise=ask",
        "--privirec.client.answer-delay=" + delay);
  }

  /// Two items of each user, which no other user of the participant has.
  private static void shortHistories(TestDeployment deployment) {
    for (String name : NAMES) {
      deployment.holders().clear(name);
      for (int user = 0; user < USERS; user++) {
        deployment.holders().add(name, name + "/" + user, 2 * user);
        deployment.holders().add(name, name + "/" + user, 2 * user + 1);
      }
    }
  }

  private static void longHistories(TestDeployment deployment) {
    Random random = new Random(1);
    for (String name : NAMES) {
      deployment.holders().clear(name);
      for (int user = 0; user < USERS; user++) {
        Set<Integer> history = new HashSet<>();
        while (history.size() < LONG_HISTORY) {
          history.add(random.nextInt(ITEMS));
        }
        for (int item : history) {
          deployment.holders().add(name, name + "/" + user, item);
        }
      }
    }
  }

  /// Runs sessions of each algorithm for each decision. The holder measures some sessions of a
  /// product.
  ///
  /// @param text part of each exposure to a product
  private List<Outside> of(TestDeployment deployment, String text) throws IOException {
    deployment.start();
    deployment.awaitLedgers("GET");
    List<Outside> records = new ArrayList<>();
    // A person cannot approve sums without noise before their exposure is measured.
    records.add(of(deployment, Decision.APPROVE, PRODUCT, true, text));
    for (boolean measured : List.of(false, true)) {
      records.add(of(deployment, Decision.REJECT, PRODUCT, measured, text));
    }
    records.add(of(deployment, Decision.REJECT, GRAM, false, text));
    assertThat(requestMetrics(deployment.client()))
        .anyMatch(line -> line.contains("/participations\""))
        .noneMatch(line -> line.contains("/exposure\""));
    deployment.coordinator().seen.clear();
    deployment.client().restartWith("--privirec.client.sums-without-noise=reject");
    deployment.awaitLedgers("PUT");
    records.add(of(deployment, Decision.SETTING, PRODUCT, false, text));
    records.add(of(deployment, Decision.SETTING, GRAM, false, text));
    return records;
  }

  private static List<String> requestMetrics(TestClient client) {
    return client
        .send("GET", "/actuator/prometheus", BodyPublishers.noBody())
        .body()
        .lines()
        .filter(line -> line.startsWith("http_server_requests"))
        .toList();
  }

  private Outside of(
      TestDeployment deployment,
      Decision decision,
      AlgorithmParameters parameters,
      boolean measured,
      String text)
      throws IOException {
    TestCoordinator coordinator = deployment.coordinator();
    coordinator.seen.clear();
    lines.list.clear();
    lines.start();
    // Each start of a service sets logging up anew.
    logger().detachAppender(lines);
    logger().addAppender(lines);
    SortedMap<String, Double> before = ScrapedMetrics.counts(deployment.client());
    String session = decision + (parameters.equals(PRODUCT) ? "-0" : "-1") + (measured ? "1" : "0");
    SortedMap<String, Instant> decided = new TreeMap<>();
    Algorithm algorithm = deployment.begin(session, parameters);
    if (decision != Decision.SETTING) {
      await("all are asked", () -> deployment.isAsked(session));
    }
    for (String name : NAMES) {
      if (measured) {
        assertThat(exposure(deployment, name, session)).contains(text);
      }
    }
    if (decision == Decision.APPROVE) {
      for (String name : NAMES) {
        decided.put(name, now());
        deployment.approve(name, session);
      }
      await("the first sum is opened", coordinator::isSummed);
      Path files = Files.createTempDirectory(work, "session");
      coordinator.open(1, 1, Optional.of(coordinator.broadcastAfter(0, algorithm, files)));
      await("the product is opened", coordinator::isSummed);
    } else {
      if (decision == Decision.REJECT) {
        for (String name : NAMES) {
          decided.put(name, now());
          reject(deployment, name, session);
        }
      }
      await("all have answered", () -> words(coordinator, session) == NAMES.size());
    }
    deployment.finish(SessionView.Status.FAILED);
    isInTime(List.copyOf(coordinator.seen), decided);
    SortedMap<String, Double> counts = ScrapedMetrics.counts(deployment.client());
    counts.replaceAll((name, count) -> count - before.getOrDefault(name, 0.));
    return new Outside(
        messages(coordinator.seen),
        others(coordinator.seen),
        log(),
        ScrapedMetrics.of(deployment.client(), ConsentSideChannelsTest::withoutNames).stream()
            .map(line -> line.replaceFirst(" [^ ]*$", ""))
            .toList(),
        counts);
  }

  /// Returns the time with the precision of the database.
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  /// Checks that the first message of each participant after a decision comes when the delay is
  /// over, after few questions for work.
  ///
  /// @param decided time before each decision of a person; empty for the setting, which decides at
  ///   the first contact
  private static void isInTime(List<Seen> seen, SortedMap<String, Instant> decided) {
    for (String name : NAMES) {
      List<Seen> own =
          seen.stream()
              .filter(one -> one.caller().equals(name))
              .sorted(Comparator.comparing(Seen::at))
              .toList();
      Instant from = decided.getOrDefault(name, first(own, ConsentSideChannelsTest::isStatus));
      Instant word =
          first(own, one -> one.path().startsWith("/v1/rounds/") || one.path().endsWith(":reject"));
      assertThat(word).as(name).isAfterOrEqualTo(from.plus(DELAY));
      assertThat(own)
          .filteredOn(one -> one.path().startsWith("/v1/work"))
          .filteredOn(one -> one.at().isAfter(from) && one.at().isBefore(word))
          .hasSizeLessThanOrEqualTo(MOST_POLLS);
    }
  }

  private static Instant first(List<Seen> seen, Predicate<Seen> which) {
    return seen.stream().filter(which).findFirst().orElseThrow().at();
  }

  private static boolean isStatus(Seen seen) {
    return seen.method().equals("GET") && seen.path().startsWith("/v1/sessions/");
  }

  private static String exposure(TestDeployment deployment, String name, String session) {
    var answer =
        deployment
            .client()
            .get("/v1/participants/%s/sessions/%s/exposure".formatted(name, session));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static void reject(TestDeployment deployment, String name, String session) {
    var answer =
        deployment
            .client()
            .postJson("/v1/participants/%s/sessions/%s:reject".formatted(name, session), "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
  }

  private static long words(TestCoordinator coordinator, String session) {
    return List.copyOf(coordinator.seen).stream()
        .filter(seen -> seen.path().equals("/v1/sessions/" + session + ":reject"))
        .count();
  }

  /// Any participant of a process may download a broadcast for all of them.
  private static boolean isMessage(Seen seen) {
    return !seen.path().endsWith("/broadcast")
        && Stream.of("/v1/sessions/", "/v1/rounds/", "/v1/privacy/")
            .anyMatch(seen.path()::startsWith);
  }

  /// Returns the requests in order. The number of questions for a session's status depends on time
  /// alone, so each participant's first question counts.
  private static SortedMap<String, List<String>> messages(List<Seen> seen) {
    SortedMap<String, List<String>> messages = new TreeMap<>();
    for (Seen each : List.copyOf(seen)) {
      List<String> own = messages.computeIfAbsent(each.caller(), _ -> new ArrayList<>());
      if (isMessage(each) && !(isStatus(each) && own.contains(line(each)))) {
        own.add(line(each));
      }
    }
    messages.keySet().retainAll(NAMES);
    return messages;
  }

  private static Set<String> others(List<Seen> seen) {
    Set<String> others = new TreeSet<>();
    for (Seen each : List.copyOf(seen)) {
      // A timer of each process asks for releases.
      if (!isMessage(each) && !each.path().startsWith("/v1/releases")) {
        others.add(each.method() + " " + withoutNames(each.path()).replaceAll("\\?.*", ""));
      }
    }
    return others;
  }

  private static String line(Seen seen) {
    return "%s %s [%s] %s %s: %s"
        .formatted(
            seen.method(),
            withoutNames(seen.path()),
            seen.values(),
            seen.bytes(),
            withoutNames(seen.json()),
            seen.status());
  }

  /// Replaces names of sessions, rounds and keys, and the numbers of a ledger's signed head.
  private static String withoutNames(String text) {
    return text.replaceAll("(APPROVE|REJECT|SETTING)-[01]{2}", "SESSION")
        .replaceAll("[0-9a-f]{32,64}", "ROUND")
        .replaceAll("generated-[0-9a-f]{8}", "KEY")
        .replaceAll("\"(entries|at)\":[0-9]+", "\"$1\":0")
        .replaceAll("\"signature\":\"[A-Za-z0-9_-]+\"", "\"signature\":\"\"")
        .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "TIME");
  }

  private List<String> log() {
    return List.copyOf(lines.list).stream()
        .map(event -> event.getLevel() + " " + withoutNames(event.getFormattedMessage()))
        // A timer of each process asks for releases.
        .filter(line -> !line.contains("/v1/releases"))
        .sorted()
        .toList();
  }

  @Test
  void decisions_overManyOrNoExposedUsers_lookTheSame() throws IOException {
    List<Outside> many;
    try (TestDeployment deployment = deployment(DELAY)) {
      shortHistories(deployment);
      many = of(deployment, "20 of your 20 users are read");
    }
    List<Outside> none;
    try (TestDeployment deployment = deployment(DELAY)) {
      longHistories(deployment);
      none = of(deployment, "of your 20 users none by this decoder");
    }

    assertThat(none).isEqualTo(many);
    Outside approved = many.getFirst();
    assertThat(approved.messages().keySet()).containsExactlyElementsOf(NAMES);
    assertThat(approved.messages().get("p1")).anyMatch(line -> line.contains("/chunks/0"));
    assertThat(approved.counts().values()).anyMatch(count -> count > 0);
    List<Outside> rejections = many.subList(1, many.size());
    assertThat(rejections.get(1).messages())
        .as("after a measurement")
        .isEqualTo(rejections.get(0).messages());
    assertThat(rejections.get(1).counts()).isEqualTo(rejections.get(0).counts());
    for (Outside rejected : rejections) {
      assertThat(rejected.messages().get("p1"))
          .extracting(line -> line.replaceAll(" \\[.*", ""))
          .filteredOn(line -> !line.contains("/v1/privacy/"))
          .containsExactly("GET /v1/sessions/SESSION", "POST /v1/sessions/SESSION:reject");
    }
  }

  @Test
  void decisions_beforeTheDelayIsOver_showNothing() {
    try (TestDeployment deployment = deployment(Duration.ofHours(1))) {
      shortHistories(deployment);
      deployment.start();
      TestCoordinator coordinator = deployment.coordinator();
      for (Decision decision : List.of(Decision.APPROVE, Decision.REJECT)) {
        String session = decision + "-0";
        coordinator.begin(session, PRODUCT);
        coordinator.openBeside(1);
        await("all are asked", () -> deployment.isAsked(session));
        exposure(deployment, "p1", session);
      }
      NAMES.forEach(name -> deployment.approve(name, "APPROVE-0"));
      NAMES.forEach(name -> reject(deployment, name, "REJECT-0"));
      coordinator.seen.clear();

      coordinator.begin(
          "others",
          RehearsalParameters.DEFAULT
              .withElements(8L)
              .withRounds(1)
              .withSeed(4L)
              .withRingBits(32)
              .withRoundKind("closed"));
      RoundId others = coordinator.openBeside(1);
      await("the loops have worked", () -> coordinator.isSummed(others));

      assertThat(words(coordinator, "REJECT-0")).isZero();
      assertThat(List.copyOf(coordinator.seen))
          .filteredOn(seen -> seen.path().startsWith("/v1/rounds/"))
          .allMatch(seen -> seen.path().contains(others.hex()));
    }
  }
}
