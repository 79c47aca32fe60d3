package io.privirec.client.consent;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestCoordinator.Seen;
import io.privirec.client.TestDeployment;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Algorithm;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.wire.LedgerHeadStatement;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// Records of sessions with noise as seen outside the holder: requests, metrics without a token,
/// and the log of the service. Two data sets that differ by a user give the same records, and so
/// does a participant without users. The test ignores the bytes of masked vectors.
class NoisySideChannelsTest {
  private static final int ITEMS = 40;
  private static final int USERS = 30;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5");

  /// The participant that leaves tolerant rounds before it masks.
  private static final String LEAVER = "p4";

  @TempDir private Path work;

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  /// The record of some sessions.
  ///
  /// @param messages requests about rounds by participant, in order
  /// @param requests all requests, sorted, because any participant may download a shared file
  /// @param metrics names of meters, with values for the meters of the runtime; no values for
  ///   meters of the process, which depend on time
  /// @param files sizes of ledgers and broadcasts, by path
  /// @param log lines, sorted
  private record Outside(
      SortedMap<String, List<String>> messages,
      List<String> requests,
      List<String> metrics,
      SortedMap<String, Long> files,
      List<String> log) {}

  @AfterEach
  void forgetLog() {
    logger().detachAppender(lines);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger("io.privirec");
  }

  private static PrivacyParameters privacy(String rounds) {
    return PrivacyParameters.of(.3, 1e-6).withItemsPerUser(5).withColluders(1).withRounds(rounds);
  }

  private static List<Map.Entry<String, AlgorithmParameters>> sessions() {
    return List.of(
        Map.entry("item-degrees", ItemDegreesParameters.DEFAULT.withPrivacy(privacy("closed"))),
        Map.entry("item-degrees", ItemDegreesParameters.DEFAULT.withPrivacy(privacy("tolerant"))),
        Map.entry(
            "privirec",
            PriviRecParameters.DEFAULT
                .withModel(PopularGram.of(20, 10))
                .withPrivacy(privacy("closed"))),
        Map.entry("dpials", DpialsParameters.DEFAULT.withSeed(7L).withPrivacy(privacy("closed"))),
        Map.entry("dpals", DpalsParameters.DEFAULT.withSeed(7L).withPrivacy(privacy("closed"))),
        Map.entry(
            "privirec-k",
            PriviRecKParameters.DEFAULT.withTopN(ITEMS).withPrivacy(privacy("closed"))),
        Map.entry(
            "fedpower-private", PrivateFedPowerParameters.DEFAULT.withPrivacy(privacy("closed"))));
  }

  /// Runs each session up to its second sum, with the same broadcast each time.
  private Outside of(Consumer<TestDeployment> data) throws Exception {
    lines.list.clear();
    try (TestDeployment deployment =
        TestDeployment.consenting(
            ITEMS,
            USERS,
            NAMES,
            "--privirec.client.privacy.max-epsilon=60",
            "--privirec.client.privacy.max-epsilon-per-sum=60")) {
      data.accept(deployment);
      deployment.start();
      deployment.awaitLedgers("GET");
      TestCoordinator coordinator = deployment.coordinator();
      // An import asks for the newest catalogue.
      coordinator.seen.clear();
      // Each start of a service sets logging up anew.
      lines.start();
      logger().addAppender(lines);
      int number = 0;
      for (Map.Entry<String, AlgorithmParameters> each : sessions()) {
        AlgorithmParameters settled =
            AlgorithmRegistry.settleAsStated(
                each.getKey(), each.getValue(), ITEMS, NAMES.size(), () -> 7);
        Algorithm algorithm = openFirst(deployment, "session-" + number++, settled);
        if (settled instanceof PriviRecParameters) {
          Path counts = work.resolve("counts");
          long[] same = new long[ITEMS];
          Arrays.setAll(same, item -> ITEMS - item);
          ItemDegreesFile.write(counts, same);
          coordinator.open(1, 1, Optional.of(counts));
          await("the second sum is opened", coordinator::isSummed);
        }
        assertThat(algorithm.disclosure().readsData()).isTrue();
        deployment.finish(SessionView.Status.PUBLISHED);
      }
      await(
          "all have told the coordinator the end of their ledgers", () -> haveToldAll(deployment));
      List<Seen> seen = List.copyOf(coordinator.seen);
      return new Outside(
          messages(seen),
          requests(seen),
          ScrapedMetrics.of(deployment.client(), NoisySideChannelsTest::withoutNames),
          files(deployment),
          log());
    }
  }

  private static boolean haveToldAll(TestDeployment deployment) throws IOException {
    for (String name : NAMES) {
      Path ledger = deployment.data().resolve("ledgers/" + name + ".ledger");
      LedgerHeadStatement told = deployment.coordinator().heads.get(new ParticipantId(name));
      // The first line is a header.
      if (told == null || told.entries() != Files.readAllLines(ledger).size() - 1) {
        return false;
      }
    }
    return true;
  }

  /// Opens the first sum. A tolerant round loses a participant before it masks.
  private static Algorithm openFirst(
      TestDeployment deployment, String session, AlgorithmParameters settled) {
    TestCoordinator coordinator = deployment.coordinator();
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    Algorithm algorithm = coordinator.begin(session, settled);
    if (algorithm.closed()) {
      coordinator.open(1);
    } else {
      coordinator.asks(participant ->
          !participant.value().equals(LEAVER)
              || coordinator.received(Phase.SHARE_KEYS) < NAMES.size());
      coordinator.open(1);
      await(
          "all but one have masked",
          () -> coordinator.received(Phase.MASKED_INPUT) == NAMES.size() - 1);
      coordinator.passDeadline();
    }
    await(session + " opens its first sum", coordinator::isSummed);
    coordinator.asks(participant -> true);
    return algorithm;
  }

  private static SortedMap<String, Long> files(TestDeployment deployment) throws IOException {
    SortedMap<String, Long> sizes = new TreeMap<>();
    for (String directory : List.of("ledgers", "sessions/broadcasts")) {
      Path root = deployment.data().resolve(directory);
      if (Files.isDirectory(root)) {
        try (Stream<Path> all = Files.walk(root)) {
          for (Path file : all.filter(Files::isRegularFile).toList()) {
            sizes.put(deployment.data().relativize(file).toString(), Files.size(file));
          }
        }
      }
    }
    return sizes;
  }

  /// Returns requests about rounds. The number of questions for work depends on time alone.
  private static SortedMap<String, List<String>> messages(List<Seen> seen) {
    return seen.stream()
        .filter(one -> one.path().startsWith("/v1/rounds/") && !one.path().endsWith("/broadcast"))
        .collect(
            Collectors.groupingBy(
                Seen::caller,
                TreeMap::new,
                Collectors.mapping(NoisySideChannelsTest::line, Collectors.toList())));
  }

  private static List<String> requests(List<Seen> seen) {
    return seen.stream()
        .filter(one -> !one.path().startsWith("/v1/work") && !one.path().startsWith("/v1/sessions"))
        .filter(one -> !one.path().startsWith("/v1/releases"))
        .map(NoisySideChannelsTest::line)
        .sorted()
        .toList();
  }

  private static String line(Seen seen) {
    return "%s %s [%s] %s: %s, %s"
        .formatted(
            seen.method(),
            withoutNames(seen.path()),
            seen.headers(),
            seen.bytes(),
            seen.status(),
            seen.answerBytes());
  }

  /// Replaces random names of rounds, snapshots and keys.
  private static String withoutNames(String text) {
    return text.replaceAll("[0-9a-f]{32,64}", "ROUND")
        .replaceAll("generated-[0-9a-f]{8}", "KEY")
        .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "TIME");
  }

  private List<String> log() {
    return lines.list.stream()
        .map(event -> event.getLevel() + " " + withoutNames(event.getFormattedMessage()))
        // A timer of each process asks for releases.
        .filter(line -> !line.contains("/v1/releases"))
        .sorted()
        .toList();
  }

  @Test
  void sessions_overDataThatDiffersByAUser_showTheSame() throws Exception {
    Outside one = of(deployment -> {});
    Outside withAnotherUser =
        of(deployment -> {
          for (int item = 0; item < ITEMS; item++) {
            deployment.holders().add("p1", "p1/another", item);
          }
        });
    Outside withoutUsers = of(deployment -> deployment.holders().clear("p1"));

    for (Outside other : List.of(withAnotherUser, withoutUsers)) {
      assertThat(other.messages()).isEqualTo(one.messages());
      assertThat(other.requests()).isEqualTo(one.requests());
      assertThat(other.metrics()).isEqualTo(one.metrics());
      assertThat(other.files()).isEqualTo(one.files());
      assertThat(other.log()).isEqualTo(one.log());
    }
    assertThat(one.files().keySet()).contains("ledgers/p1.ledger");
    assertThat(one.messages().keySet()).containsExactlyElementsOf(NAMES);
    assertThat(one.requests()).anyMatch(line -> line.contains("/chunks/0"));
    assertThat(one.metrics())
        .anyMatch(line -> line.matches("contribution_masked_bytes_total.* [1-9].*"))
        .anyMatch(line -> line.matches("contribution_build_seconds_sum.* 0.0"));
    assertThat(one.log()).anyMatch(line -> line.contains("has contributed to round"));
  }

  /// Returns what a participant adds to a first sum, with the noise of a fixed seed.
  private static long[] contribution(Algorithm algorithm, int[]... histories) throws IOException {
    RoundSpec round = algorithm.specs().getFirst();
    RoundKind kind =
        algorithm.closed()
            ? new RoundKind.Closed(new RosterReference(1, Digest.of()), List.of(1))
            : new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, NAMES.size()));
    NoiseShare share =
        new NoiseShare(
            round.noise().orElseThrow().mechanism(kind, NAMES.size()),
            NoiseSeed.random(new SeededRandom(11)));
    int[] offsets = new int[histories.length + 1];
    for (int user = 0; user < histories.length; user++) {
      offsets[user + 1] = offsets[user] + histories[user].length;
    }
    int[] items = Arrays.stream(histories).flatMapToInt(Arrays::stream).toArray();
    float[] ratings = new float[items.length];
    for (int at = 0; at < ratings.length; at++) {
      ratings[at] = 1 + items[at] % 5;
    }
    InteractionMatrix data = InteractionMatrix.of(histories.length, ITEMS, offsets, items);
    RingVector values =
        RingVector.zero(round.vector().ring(), Math.toIntExact(round.vector().length()));
    algorithm
        .contribution(
            new RoundInput(
                new ParticipantId("p1"),
                round,
                null,
                RatingMatrix.of(data, ratings),
                Optional.of(share)))
        .fill(0, values);
    return LongStream.range(0, values.length()).map(at -> values.getSigned((int) at)).toArray();
  }

  /// With fixed noise, the masked vectors of two data sets differ by the integers of the user
  /// alone, within the sensitivity that the noise is for.
  @Test
  void contributions_withFixedNoise_differByTheOneUser() throws Exception {
    int[] some = {1, 5, 9};
    int[] all = IntStream.range(0, ITEMS).toArray();
    for (Map.Entry<String, AlgorithmParameters> each : sessions()) {
      Algorithm algorithm =
          TestCoordinator.algorithm(
              AlgorithmRegistry.settleAsStated(
                  each.getKey(), each.getValue(), ITEMS, NAMES.size(), () -> 7),
              ITEMS);
      long[] without = contribution(algorithm, some, some);
      long[] with = contribution(algorithm, some, some, all);

      double squares = 0;
      for (int i = 0; i < with.length; i++) {
        double difference = (double) (with[i] - without[i]);
        squares += difference * difference;
      }

      double sensitivity = algorithm.specs().getFirst().noise().orElseThrow().sensitivity().l2();
      assertThat(Math.sqrt(squares)).as(each.getKey()).isBetween(1., sensitivity + 1e-9);
      assertThat(contribution(algorithm, some, some)).isEqualTo(without);
    }
  }
}
