package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.acceptance.endtoend.PeerProxy.Fate;
import io.privirec.crypto.digest.Digest;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.operator.http.ClientApi;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionPolicy;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.DdppmParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four client-services, with a participant each, on a ring: whatever happens to the messages
 * between them, or to one of them, singular vectors are published, or nothing is.
 *
 * <p>Before each port for peers is a proxy, whose address the roster says. The participants have
 * patience for a restart of each other. The first one is started again in the fifth test, and is
 * impatient from then on: so tests are in order.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PeerSessionIT {
  private static final int CLIENTS = 4;
  private static final int ITEMS = 24;
  private static final int GROUPS = 2;
  private static final int USERS_EACH = 40;
  private static final int K = 2;
  private static final int STEPS = 24;
  private static final long SEED = 11;

  /** In a participant's journal: a checksum and a number before the sum itself. */
  private static final int SUM_BYTES = Long.BYTES + Integer.BYTES + ITEMS * Double.BYTES;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Cells ONE_CELL = Cells.ONE;

  /** Of the first participant in the last tests. */
  private static final String SHORT_PATIENCE = "PT15S";

  @TempDir static Path directory;
  private TestServices services;
  private List<RosterMember> members;
  private List<String> ids;
  private final List<PeerProxy> proxies = new ArrayList<>();
  private int rosterVersion;
  private int published;

  @BeforeAll
  void start() throws Exception {
    services =
        TestServices.meeting(
            CLIENTS, Map.of("privirec.client.peers.patience", PATIENCE.toString()));
    for (int client = 0; client < CLIENTS; client++) {
      proxies.add(new PeerProxy(services.peerPort(client)));
    }
    services
        .coordinator()
        .addItems(IntStream.range(0, ITEMS).mapToObj(PeerSessionIT::item).toList());
    Cohort cohort = new Cohort(services.deployment(), CLIENTS, ONE_CELL);
    Roster direct = cohort.enrol();
    ids = cohort.ids();
    members = direct.members();
    rosterVersion = direct.version();
    for (int p = 0; p < CLIENTS; p++) {
      services.deployment().clientOf(p).importInteractions(ids.get(p), csv(p));
    }
    agreeOnAddresses(CLIENTS);
  }

  @AfterAll
  void stop() throws Exception {
    proxies.forEach(PeerProxy::close);
    services.close();
  }

  @AfterEach
  void clearNetwork() {
    proxies.forEach(proxy -> proxy.become(_ -> new Fate.Passed()));
  }

  private static String item(int item) {
    return "item-%02d".formatted(item);
  }

  /** Two groups of users, who like different halves of the items. */
  private static boolean likes(int user, int item) {
    boolean own = user % GROUPS == item / (ITEMS / GROUPS);
    return CounterRandom.below(SEED, (long) user * ITEMS + item, own ? 2 : 8) == 0;
  }

  private static byte[] csv(int participant) {
    StringBuilder csv = new StringBuilder("user,item\n");
    for (int user = participant; user < CLIENTS * USERS_EACH; user += CLIENTS) {
      for (int item = 0; item < ITEMS; item++) {
        if (likes(user, item)) {
          csv.append("user-%03d,%s\n".formatted(user, item(item)));
        }
      }
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Of all users' normalised rows. */
  private static SymmetricEigen exact() {
    List<Integer> columns = new ArrayList<>();
    int[] offsets = new int[CLIENTS * USERS_EACH + 1];
    for (int user = 0; user < CLIENTS * USERS_EACH; user++) {
      for (int item = 0; item < ITEMS; item++) {
        if (likes(user, item)) {
          columns.add(item);
        }
      }
      offsets[user + 1] = columns.size();
    }
    InteractionMatrix all =
        InteractionMatrix.of(
            CLIENTS * USERS_EACH,
            ITEMS,
            offsets,
            columns.stream().mapToInt(Integer::intValue).toArray());
    double[] identity = new double[ITEMS * ITEMS];
    for (int item = 0; item < ITEMS; item++) {
      identity[item * ITEMS + item] = 1;
    }
    NodeRows rows = NodeRows.normalised(all, all.itemDegrees());
    return SymmetricEigen.of(rows.gramTimes(TallMatrix.of(ITEMS, ITEMS, identity)).data(), ITEMS);
  }

  /** The first so many participants have an address. */
  private void agreeOnAddresses(int first) throws Exception {
    rosterVersion++;
    List<RosterMember> addressed =
        IntStream.range(0, CLIENTS)
            .mapToObj(p ->
                members.get(p).at(p < first ? Optional.of(proxies.get(p).uri()) : Optional.empty()))
            .toList();
    services.deployment().agreeOn(ONE_CELL.roster(rosterVersion, addressed));
  }

  /** Starts a session that every holder consents to. */
  private String begin(String consensus) throws Exception {
    SessionRequest request =
        new SessionRequest(
            DdppmParameters.ALGORITHM,
            DdppmParameters.DEFAULT
                .withFactors(DdppmParameters.Vectors.DEFAULT.withK(K).withSteps(STEPS))
                .withConsensus(consensus)
                .withGossip(8)
                .withTopology(new DdppmParameters.Ring())
                .withSigma(0.)
                .withTopN(10)
                .withMinSupport(1),
            SessionRequest.NO_NOISE,
            null,
            ONE_CELL.numbers(),
            new SessionPolicy(Duration.ofMinutes(4), 2, "wait", null, null, null, null, null));
    String session = services.coordinator().start(request).id();
    for (int p = 0; p < CLIENTS; p++) {
      approve(p, session);
    }
    return session;
  }

  private void approve(int participant, String session) throws Exception {
    ClientApi client = services.deployment().clientOf(participant);
    String id = ids.get(participant);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Optional<String> status =
          client.participations(id).stream()
              .filter(view -> view.sessionId().equals(session))
              .map(ParticipationView::status)
              .findFirst();
      if (status.isPresent()) {
        if (status.get().equals("AWAITING_APPROVAL")) {
          client.approve(id, session, ONE_CELL.numbers());
        }
        return;
      }
      assertThat(System.nanoTime()).as("%s is not asked", id).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  /** The vectors are those of all data in one place, and they are the one new release. */
  private void assertPublished(String session) throws Exception {
    SessionView view = services.await(session, each -> each.status().isOver());
    assertThat(view.status()).as("%s", view).isEqualTo(SessionView.Status.PUBLISHED);
    assertThat(view.survivors()).isEqualTo(ids);
    published++;
    assertThat(releases()).isEqualTo(published);
    Path file = directory.resolve(session);
    services
        .coordinator()
        .downloadReleaseFile(
            Objects.requireNonNull(view.releaseId()), ReleaseManifest.FACTORS, file);
    SpectralFactors factors = FactorsFile.read(file);
    SymmetricEigen exact = exact();
    for (int c = 0; c < K; c++) {
      double along = 0;
      for (int item = 0; item < ITEMS; item++) {
        along += factors.basis().get(item, c) * exact.vectors()[item * ITEMS + c];
      }
      assertThat(Math.abs(along)).isEqualTo(1, within(1e-3));
      assertThat((double) factors.lambda()[c]).isEqualTo(exact.values()[c], within(1e-4));
    }
  }

  /** Waits until a participant has found so many sums; in vain once the session is over. */
  private void awaitSums(int participant, int sums, String session) throws Exception {
    services.await(session, _ -> journalBytes(participant) >= (long) sums * SUM_BYTES);
  }

  /** Of the sums that a participant has found. */
  private long journalBytes(int participant) {
    Path data =
        services
            .process("client-" + (participant + 1))
            .spec()
            .dataDirectory()
            .resolve("sessions")
            .resolve("peers");
    try (Stream<Path> files = Files.walk(data)) {
      return files
          .filter(file -> file.endsWith(Path.of(ids.get(participant), "sums")))
          .mapToLong(file -> file.toFile().length())
          .sum();
    } catch (IOException | UncheckedIOException notYet) {
      return 0;
    }
  }

  /** It ends by name, and nothing is published. */
  private SessionView.Failure assertSilent(String session) throws Exception {
    SessionView view = services.await(session, each -> each.status().isOver());
    assertThat(view.status()).as("%s", view).isEqualTo(SessionView.Status.FAILED);
    assertThat(view.releaseId()).isNull();
    assertThat(releases()).isEqualTo(published);
    SessionView.Failure failure = Objects.requireNonNull(view.failure());
    assertThat(failure.code()).as(failure.detail()).isEqualTo("peer-silent");
    return failure;
  }

  /** How many are listed. */
  private int releases() throws Exception {
    URI coordinator = services.process("coordinator").uri();
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(coordinator.resolve("/v1/releases")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      return answer.body().split("\"manifestSha256\"", -1).length - 1;
    }
  }

  /** Vectors, which come after the keys. */
  private static boolean isVector(PeerEnvelope envelope) {
    return envelope.sealed();
  }

  /** Whatever a participant is sent is lost after so many vectors. */
  private CountDownLatch loseAfter(int vectors, int participant, List<String> from) {
    CountDownLatch lost = new CountDownLatch(1);
    AtomicInteger passed = new AtomicInteger();
    proxies
        .get(participant)
        .become(envelope -> {
          if (!from.contains(envelope.from().value())
              || !isVector(envelope)
              || passed.incrementAndGet() <= vectors) {
            return new Fate.Passed();
          }
          lost.countDown();
          return new Fate.Lost();
        });
    return lost;
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  @Order(1)
  void session_messagesToOneComeLate_publishes() throws Exception {
    proxies
        .get(2)
        .become(envelope ->
            isVector(envelope) ? new Fate.Late(Duration.ofSeconds(3)) : new Fate.Passed());
    String session = begin(DdppmParameters.SECURE);
    awaitSums(2, 2, session);
    clearNetwork();
    assertPublished(session);
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  @Order(2)
  void session_everythingComesAgainAndAgain_publishes() throws Exception {
    proxies.forEach(proxy -> proxy.become(_ -> new Fate.Repeated(3)));
    assertPublished(begin(DdppmParameters.SECURE));
  }

  @Test
  @Order(3)
  void session_twoNeighboursCutOff_isPassedOnTheOtherWayRound() throws Exception {
    loseAfter(0, 0, List.of(ids.get(1)));
    loseAfter(0, 1, List.of(ids.get(0)));
    assertPublished(begin(DdppmParameters.SECURE));
  }

  @Test
  @Order(4)
  void session_oneBehindTheRelay_publishes() throws Exception {
    agreeOnAddresses(CLIENTS - 1);
    PeerProxy unused = proxies.getLast();
    Set<Digest> before = unused.groups();
    assertPublished(begin(DdppmParameters.SECURE));
    assertThat(unused.groups()).isEqualTo(before);
    agreeOnAddresses(CLIENTS);
  }

  @Test
  @Order(5)
  void session_oneKilledAndStartedAgain_goesOnAndPublishes() throws Exception {
    CountDownLatch begun = loseAfter(20, 0, ids);
    String session = begin(DdppmParameters.SECURE);
    await(begun);
    services.kill("client-1");
    restart();
    assertPublished(session);
  }

  /** The others have their results, and nothing more to wait for. */
  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  @Order(6)
  void session_oneKilledInItsLastStep_goesOnAndPublishes() throws Exception {
    lateToTheFirst(Duration.ofMillis(200));
    String session = begin(DdppmParameters.SECURE);
    awaitSums(1, K * STEPS - 2, session);
    lateToTheFirst(Duration.ofSeconds(2));
    awaitSums(1, K * STEPS, session);
    services.kill("client-1");
    restart();
    assertPublished(session);
  }

  private void lateToTheFirst(Duration by) {
    proxies
        .getFirst()
        .become(envelope -> isVector(envelope) ? new Fate.Late(by) : new Fate.Passed());
  }

  private void restart() throws Exception {
    clearNetwork();
    services.startElsewhere(
        "client-1",
        services.process("client-1").spec().directory(),
        Map.of("privirec.client.peers.patience", SHORT_PATIENCE));
    services.supervisor().awaitReady(services.process("client-1"));
  }

  @Test
  @EnabledIfSystemProperty(named = "tests.long", matches = "true")
  @Order(7)
  void plainSession_twoNeighboursCutOff_failsByName() throws Exception {
    loseAfter(8, 0, List.of(ids.get(1)));
    loseAfter(8, 1, List.of(ids.get(0)));
    assertThat(assertSilent(begin(DdppmParameters.PLAIN)).detail())
        .startsWith("%s reports of %s:".formatted(ids.get(0), ids.get(1)));
  }

  @Test
  @Order(8)
  void session_oneKilledForGood_failsByName() throws Exception {
    CountDownLatch begun = loseAfter(20, 2, ids);
    String session = begin(DdppmParameters.SECURE);
    await(begun);
    services.kill("client-3");
    assertThat(assertSilent(session).detail())
        .startsWith("%s reports of %s:".formatted(ids.get(0), ids.get(2)));
  }
}
