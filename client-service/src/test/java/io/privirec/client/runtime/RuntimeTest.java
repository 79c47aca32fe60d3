package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestReleases;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.fuzz.log.LoggedEvents;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.ParticipationView.RoundParticipation;
import io.privirec.wire.SessionView;
import io.privirec.wire.WorkList.WorkItem;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Three hosted participants against a coordinator on the real protocol, over HTTP.
class RuntimeTest {
  private static final int ITEMS = 30;
  private static final String OTHER_ROUND = RoundId.random(new SecureRandom()).hex();
  private static final List<String> NAMES = List.of("p1", "p2", "p3");

  @RegisterExtension
  private static final TestDeployment deployment = TestDeployment.consenting(ITEMS, 8, NAMES);

  private static final Holders holders = deployment.holders();
  private static final TestCoordinator coordinator = deployment.coordinator();
  private static final TestClient client = deployment.client();

  private static ParticipationView of(String session) {
    return deployment.of("p1", session);
  }

  private static int joined(String session) {
    return deployment.find("p1", session).map(view -> view.rounds().size()).orElse(0);
  }

  /// The file of the data that is frozen for a session.
  private static Optional<Path> snapshot(String session) {
    return Optional.ofNullable(of(session).snapshot())
        .map(frozen ->
            deployment.data().resolve("sessions/snapshots/p1/" + frozen.sha256() + ".csr"))
        .filter(Files::exists);
  }

  @Test
  void session_fromKeysToRelease_sumsExactlyAndRecommendsAtHome(@TempDir Path work)
      throws IOException {
    Algorithm algorithm = deployment.begin("whole", deployment.parameters(7));
    await("degrees are opened", coordinator::isSummed);
    assertThat(holders.isSumOfAll(coordinator.sum(), algorithm, 0, null)).isTrue();
    // What is imported now is not part of a session that has begun.
    client.importCsv("p1", "p1/latecomer,i29\n");
    Path broadcast = coordinator.broadcastAfter(0, algorithm, work);

    coordinator.open(1, 1, Optional.of(broadcast));
    await("products are opened", coordinator::isSummed);
    assertThat(holders.isSumOfAll(coordinator.sum(), algorithm, 1, broadcast)).isTrue();
    holders.add("p1", "p1/latecomer", 29);
    algorithm.complete(1, coordinator.sum(), work);
    coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release(algorithm, work)));

    String user = "p2%2Fuser-3";
    await(
        "a recommendation",
        () -> client.get("/v1/users/" + user + "/recommendations").statusCode() == 200);
    var answer = json(client.get("/v1/users/" + user + "/recommendations?k=5&explain=true"));
    assertThat(answer.get("strategy").asString()).isIn("personalized", "mixed");
    assertThat(answer.get("items").size()).isEqualTo(5);
    assertThat(answer.get("items").valueStream().map(item -> item.get("item").asString()))
        .doesNotContainAnyElementsOf(
            holders.history("p2", "p2/user-3").stream().map(item -> "i" + item).toList());
    String best = answer.get("items").get(0).get("item").asString();
    var withBasket =
        client.postJson(
            "/v1/users/" + user + "/recommendations",
            "{\"k\":5,\"context\":[{\"item\":\"%s\"}]}".formatted(best));
    assertThat(withBasket.statusCode()).as(withBasket.body()).isEqualTo(200);
    assertThat(json(withBasket).get("items").findValuesAsString("item"))
        .hasSize(5)
        .doesNotContain(best);
    var scores =
        json(
            client.postJson(
                "/v1/users/" + user + "/scores", "{\"items\":[\"%s\",\"nope\"]}".formatted(best)));
    assertThat(scores.at("/scores/0/score")).isEqualTo(answer.at("/items/0/score"));
    assertThat(scores.at("/unknownItems/0").asString()).isEqualTo("nope");
    assertThat(
            json(client.postJson("/v1/items/similar", "{\"items\":[\"%s\"]}".formatted(best)))
                .get("modelVersion"))
        .isEqualTo(answer.get("modelVersion"));
    assertThat(client.get("/v1/items/popular?k=3").statusCode()).isEqualTo(200);
    var gone =
        client.post(
            "/v1/items:bulk",
            "application/x-ndjson",
            "{\"item\":\"%s\",\"availableUntil\":\"2020-01-01T00:00:00Z\"}\n".formatted(best));
    assertThat(gone.statusCode()).as(gone.body()).isEqualTo(200);
    var without = json(client.get("/v1/users/" + user + "/recommendations?k=5"));
    assertThat(without.get("items").findValuesAsString("item")).hasSize(5).doesNotContain(best);
    assertThat(without.at("/filtered/unavailable").asInt()).isEqualTo(1);
    var badLambda =
        client.postJson("/v1/users/" + user + "/recommendations", "{\"diversity\":{\"lambda\":2}}");
    assertThat(json(badLambda).at("/errors/0/pointer").asString()).isEqualTo("/diversity/lambda");
    var outOfRange = client.get("/v1/users/" + user + "/recommendations?k=501");
    assertThat(json(outOfRange).get("code").asString()).isEqualTo("invalid-value");

    await("the session is over", () -> of("whole").status().equals("OVER"));
    ParticipationView view = of("whole");
    assertThat(view.rounds())
        .extracting(RoundParticipation::state)
        .containsExactly("CONTRIBUTED", "CONTRIBUTED");
    assertThat(view.bytesUp()).isGreaterThan(4L * (ITEMS + 1 + 4 * ITEMS));
    assertThat(view.disclosed().getFirst()).contains("item-degrees").contains("31 numbers");
    assertThat(view.disclosed().getLast()).contains("whole histories from sums without noise");
    // Another session may be over data as of the same time.
    assertThat(snapshot("whole")).isPresent();
  }

  /// Each line of the log that is of an event has the ids that a search finds it by.
  @Test
  void session_fromBeginningToEnd_isLoggedWithItsIds(@TempDir Path work) throws IOException {
    try (LoggedEvents events = LoggedEvents.watch()) {
      Algorithm algorithm = deployment.begin("logged", deployment.parameters(9));
      await("degrees are opened", coordinator::isSummed);
      Path broadcast = coordinator.broadcastAfter(0, algorithm, work);
      coordinator.open(1, 1, Optional.of(broadcast));
      await("products are opened", coordinator::isSummed);
      algorithm.complete(1, coordinator.sum(), work);
      coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release(algorithm, work)));
      await("the session is over", () -> of("logged").status().equals("OVER"));
      await("all have left", () -> events.of("session-left").size() == NAMES.size());

      String session = of("logged").sessionId();
      for (String action : List.of("session-joined", "session-left")) {
        assertThat(events.of(action))
            .as(action)
            .allSatisfy(event ->
                assertThat(event)
                    .containsEntry("privirec.session", session)
                    .containsEntry("traceId", SessionTraces.traceId(session)))
            .extracting(event -> event.get("privirec.participant"))
            .containsExactlyInAnyOrderElementsOf(NAMES);
      }
      assertThat(events.of("round-contributed"))
          .hasSize(2 * NAMES.size())
          .allSatisfy(event ->
              assertThat(event)
                  .containsEntry("privirec.session", session)
                  .containsEntry("privirec.attempt", "1")
                  .containsEntry("traceId", SessionTraces.traceId(session))
                  .containsKeys("privirec.round", "privirec.participant"));
    }
  }

  private static Path release(Algorithm algorithm, Path work) throws IOException {
    Path directory = Files.createDirectories(work.resolve("release"));
    algorithm.publication().write(work, directory);
    return TestReleases.sign(directory, 1, ITEMS, true, coordinator.key());
  }

  @Test
  void rehearsal_ofSeveralChunks_isContributedExactlyAndReadsNobodysData(@TempDir Path work)
      throws IOException {
    Algorithm algorithm =
        coordinator.begin(
            "rehearsal",
            RehearsalParameters.DEFAULT
                .withElements((long) (VectorSpec.DEFAULT_CHUNK_LENGTH + 5000))
                .withRounds(1)
                .withSeed(3L)
                .withRingBits(16)
                .withRoundKind("tolerant"));
    coordinator.open(1);

    await("the sum is opened", coordinator::isSummed);

    assertThat(algorithm.complete(0, coordinator.sum(), work)).isEqualTo(new PlanStep.Complete());
    assertThat(of("rehearsal").snapshot()).isNull();
    coordinator.finish(SessionView.Status.COMPLETED, Optional.empty());
    await("the session is over", () -> of("rehearsal").status().equals("OVER"));
  }

  @Test
  void upload_inANarrowWindow_waitsForTheOthersAndSendsNothingBeyondIt(@TempDir Path work)
      throws IOException {
    coordinator.windowChunks = 2;
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p2");
    Algorithm algorithm =
        coordinator.begin(
            "window",
            RehearsalParameters.DEFAULT
                .withElements(7L * VectorSpec.DEFAULT_CHUNK_LENGTH)
                .withRounds(1)
                .withSeed(4L)
                .withRingBits(16)
                .withRoundKind("closed"));
    String round = coordinator.open(1).hex();
    await("the others have come as far as they may", () -> coordinator.stagedChunks() == 4);
    assertThat(coordinator.arrivals().keySet())
        .filteredOn(arrival -> arrival.startsWith(round))
        .noneMatch(arrival -> arrival.endsWith("/2"));

    coordinator.takesChunk = (participant, chunk) -> true;
    await("the sum is opened", coordinator::isSummed);

    assertThat(algorithm.complete(0, coordinator.sum(), work)).isEqualTo(new PlanStep.Complete());
    assertThat(coordinator.outsideWindow()).isZero();
  }

  /// Two windowed sessions would wait for each other, were each held by a participant that waits in
  /// the other.
  @Test
  void upload_inAWindowThatStandsStill_makesRoomForOtherWorkAndGoesOnLater(@TempDir Path work)
      throws IOException {
    coordinator.windowChunks = 1;
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p2");
    Algorithm algorithm =
        coordinator.begin(
            "still",
            RehearsalParameters.DEFAULT
                .withElements(3L * VectorSpec.DEFAULT_CHUNK_LENGTH)
                .withRounds(1)
                .withSeed(5L)
                .withRingBits(16)
                .withRoundKind("tolerant"));
    RoundId round = coordinator.open(1);
    await("the others have come as far as they may", () -> coordinator.stagedChunks() == 2);

    WorkItem elsewhere =
        new WorkItem(
            "elsewhere", OTHER_ROUND, 0, 1, "ADVERTISE_KEYS", Instant.now().plusSeconds(60));
    coordinator.alsoOwed =
        caller -> caller.value().equals("p1") ? Optional.of(elsewhere) : Optional.empty();
    await("the other session is looked at", () -> coordinator.askedAbout.contains("elsewhere"));

    coordinator.takesChunk = (participant, chunk) -> true;
    await("the sum is opened", coordinator::isSummed);
    assertThat(algorithm.complete(0, coordinator.sum(), work)).isEqualTo(new PlanStep.Complete());
    assertThat(coordinator.arrivals())
        .allSatisfy((chunk, bodies) -> assertThat(Set.copyOf(bodies)).hasSize(1));
    assertThat(coordinator.arrivals().keySet()).anyMatch(chunk -> chunk.startsWith(round.hex()));
  }

  @Test
  void secondAttempt_afterTheFirstWasOpened_isOpenedToo() {
    deployment.begin("answered", deployment.parameters(1));
    await("the first attempt is opened", coordinator::isSummed);

    coordinator.open(2);

    await("the second is, too", coordinator::isSummed);
  }

  @Test
  void secondAttempt_afterAFailedOne_isJoinedWithFreshKeysAndGivesTheFirstUp() throws IOException {
    Algorithm algorithm = coordinator.begin("retried", deployment.parameters(2));
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p2");
    coordinator.open(1);
    await("two have uploaded", () -> coordinator.stagedChunks() == 2);

    coordinator.takesChunk = (participant, chunk) -> true;
    coordinator.open(2);

    await("the second attempt is opened", coordinator::isSummed);
    assertThat(holders.isSumOfAll(coordinator.sum(), algorithm, 0, null)).isTrue();
    assertThat(deployment.refuses("p2", "retried", "another-attempt")).isTrue();
  }

  @Test
  void participant_thatComesBackWithinTheAttempt_goesOnWhereItWas() throws IOException {
    coordinator.asks(participant -> !participant.value().equals("p2"));
    Algorithm algorithm = deployment.begin("away", deployment.parameters(8));
    await("two have advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 2);
    coordinator.asks(participant -> true);
    await("the sum is opened", coordinator::isSummed);
    assertThat(holders.isSumOfAll(coordinator.sum(), algorithm, 0, null)).isTrue();

    coordinator.asks(participant -> !participant.value().equals("p2"));
    coordinator.open(2);
    await("two have advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == 2);
    coordinator.passDeadline();
    assertThat(coordinator.isSummed()).isFalse();
    coordinator.asks(participant -> true);
    coordinator.open(3);
    await("the third attempt is opened", coordinator::isSummed);
  }

  /// The coordinator counts attempts in its records as it likes; what was joined is counted here.
  @Test
  void round_openedOftenerThanItMayBeTried_isJoinedNoMore() {
    coordinator.takesChunk = (participant, chunk) -> false;
    coordinator.begin("again-and-again", deployment.parameters(3));
    for (int attempt = 1; attempt <= RoundRecord.MAX_ATTEMPTS; attempt++) {
      int joined = attempt;
      coordinator.open(attempt);
      await("attempt " + attempt, () -> joined("again-and-again") == joined);
    }

    coordinator.open(0, RoundRecord.MAX_ATTEMPTS, Optional.empty());

    await("it is refused", () -> deployment.refuses("p1", "again-and-again", "attempts-exceeded"));
  }

  @Test
  void session_thatIsOver_leavesNoDigestsOfChunks() {
    deployment.openFirst("digests", deployment.parameters(7));
    JdbcClient database = client.bean(JdbcClient.class);
    String count = "select count(*) from masked_chunk";
    assertThat(database.sql(count).query(Integer.class).single()).isPositive();

    coordinator.finish(SessionView.Status.FAILED, Optional.empty());

    await(
        "they are forgotten",
        () ->
            database
                .sql(
                    count
                        + " join round_participation using (round_id, participant)"
                        + " where session_id = 'digests'")
                .query(Integer.class)
                .single()
                .equals(0));
  }

  @Test
  void snapshot_changedOnDisk_isNotContributed() throws IOException {
    coordinator.begin("snapshot", deployment.parameters(4));
    coordinator.takesChunk = (participant, chunk) -> false;
    coordinator.open(1);
    await("a chunk was tried", () -> joined("snapshot") == 1 && snapshot("snapshot").isPresent());
    Files.write(snapshot("snapshot").orElseThrow(), new byte[100]);

    coordinator.takesChunk = (participant, chunk) -> true;
    coordinator.open(2);

    await("it is refused", () -> deployment.refuses("p1", "snapshot", "snapshot-mismatch"));
  }

  @Test
  void chunk_comingOutOtherwiseThanRecorded_isNotSent() {
    coordinator.begin("recorded", deployment.parameters(6));
    coordinator.takesChunk = (participant, chunk) -> false;
    String round = coordinator.open(1).hex();
    await("a chunk was tried", () -> coordinator.arrivals().containsKey(round + "/p1/0"));
    client
        .bean(JdbcClient.class)
        .sql("update masked_chunk set sha256 = ? where round_id = ? and participant = 'p1'")
        .params(Digest.of(new byte[1]).hex(), round)
        .update();

    await("it is refused", () -> deployment.refuses("p1", "recorded", "input-changed"));
    assertThat(Set.copyOf(coordinator.arrivals().get(round + "/p1/0"))).hasSize(1);
  }
}
