package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestCoordinator.among;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.PriviRecK;
import io.privirec.federation.Rehearsal;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.SignedRoster;
import io.privirec.wire.SessionView;
import io.privirec.wire.WorkList.WorkItem;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A coordinator that asks for two sums over almost the same participants, to subtract them.
class DifferencingTest {
  private static final int ITEMS = 20;
  private static final String[] NAMES = {"p1", "p2", "p3", "p4", "p5"};

  @TempDir static Path data;
  private static final IdentityKeyPair keeper = IdentityKeyPair.generate(new SecureRandom());
  private static final Holders holders = new Holders(ITEMS, 4, 3, NAMES);
  private static TestCoordinator coordinator;
  private static TestClient client;
  private static int seed;
  private static int tests;

  @BeforeAll
  static void start() {
    coordinator = new TestCoordinator();
    coordinator.catalogueOf(ITEMS);
    client =
        new TestClient(
            data,
            coordinator.url(),
            "--privirec.client.approval=auto",
            "--privirec.client.roster-key=" + keeper.publicKey());
    for (String name : NAMES) {
      client.host(name);
      client.importCsv(name, holders.csv(name));
    }
    client.putText(
        "/v1/roster", SignedRoster.sign(Roster.ofOneCell(1, coordinator.members()), keeper).text());
  }

  /// Each test begins with data that was opened nowhere.
  @BeforeEach
  void renewData() {
    tests++;
    for (String name : NAMES) {
      client.importCsv(name, "%s/of-test-%d,i%d%n".formatted(name, tests, tests % ITEMS));
    }
    coordinator.takesChunk = (participant, chunk) -> true;
    coordinator.threatModel = ThreatModel.SEMI_HONEST;
    coordinator.onLoss = "tolerant";
    coordinator.labels = item -> item;
  }

  @AfterAll
  static void stop() {
    client.close();
    coordinator.close();
  }

  /// Each session has other parameters; the degrees are the same numbers.
  private static void open(String session, UnaryOperator<RoundRecord> terms) {
    open(session, ITEMS, terms);
  }

  private static void open(String session, int items, UnaryOperator<RoundRecord> terms) {
    coordinator.catalogueOf(items);
    coordinator.begin(id(session), new PriviRecK(items, 4, 1, 0.3, ++seed, 4, items));
    coordinator.open(0, 1, Optional.empty(), terms, signed -> signed);
  }

  private static String id(String session) {
    return session + "-" + tests;
  }

  private static void openToTheEnd(String session, UnaryOperator<RoundRecord> terms) {
    open(session, terms);
    await(session + " is opened", coordinator::isUnmasked);
    coordinator.finish(SessionView.Status.PUBLISHED, Optional.empty());
  }

  private static boolean refused(String participant, String session) {
    return client.participations(participant).stream()
        .filter(view -> view.sessionId().equals(id(session)))
        .flatMap(view -> view.rounds().stream())
        .anyMatch(round -> "differencing".equals(round.abortReason()));
  }

  private static void requireRefusedByAll(String session, List<String> survivors) {
    for (String name : survivors) {
      await(name + " refuses", () -> refused(name, session));
    }
    assertThat(coordinator.received(Phase.CONSISTENCY_CHECK)).isZero();
    assertThat(coordinator.received(Phase.UNMASK)).isZero();
    assertThat(client.get("/actuator/prometheus").body())
        .contains("participant_refusals_total{reason=\"differencing\"}");
  }

  @Test
  void session_overOneParticipantLess_isRefusedByAllAndAfterARestart() {
    openToTheEnd("all", terms -> terms);

    open("fewer", among("p1", "p2", "p3", "p4"));
    requireRefusedByAll("fewer", List.of("p1", "p2", "p3", "p4"));
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());

    client.stop();
    client.start();
    open("again", among("p1", "p3", "p4", "p5"));
    requireRefusedByAll("again", List.of("p1", "p3", "p4", "p5"));
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());

    openToTheEnd("identical", terms -> terms);
  }

  /// Openings were remembered under the digest of the frozen data once.
  @Test
  void session_overOneParticipantLess_afterAnOpeningOfAnOlderVersion_isRefusedByAll() {
    openToTheEnd("all", terms -> terms);
    int moved =
        client
            .bean(JdbcClient.class)
            .sql(
                """
                update opened_input o set data_sha256 = p.snapshot_sha256 from participation p
                where p.session_id = o.session_id and p.participant = o.participant
                  and p.session_id = ?\
                """)
            .param(id("all"))
            .update();
    assertThat(moved).isEqualTo(NAMES.length);

    open("fewer", among("p1", "p2", "p3", "p4"));

    requireRefusedByAll("fewer", List.of("p1", "p2", "p3", "p4"));
  }

  /// The coordinator appends to the catalogue as it likes, and may go back to what it was before.
  @ParameterizedTest
  @ValueSource(ints = {ITEMS + 1, ITEMS - 1})
  void session_overOneParticipantLessAndAnotherCatalogue_isRefusedByAll(int items) {
    openToTheEnd("all", terms -> terms);

    open("other-catalogue", items, among("p1", "p2", "p3", "p4"));

    requireRefusedByAll("other-catalogue", List.of("p1", "p2", "p3", "p4"));
  }

  @Test
  void semiMaliciousSession_overOneParticipantLess_isRefusedBeforeAnybodySigns() {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    openToTheEnd("all", terms -> terms);

    open("fewer", among("p1", "p2", "p3", "p4"));

    requireRefusedByAll("fewer", List.of("p1", "p2", "p3", "p4"));
  }

  @Test
  void session_overOneParticipantMore_isRefusedByThoseOfTheFirst() {
    openToTheEnd("few", among("p1", "p2", "p3", "p4"));

    open("more", terms -> terms);

    for (String name : List.of("p1", "p2", "p3", "p4")) {
      await(name + " refuses", () -> refused(name, "more"));
    }
    // The newcomer may answer: nothing of it was opened before. One answer opens nothing.
    assertThat(coordinator.received(Phase.UNMASK)).isLessThanOrEqualTo(1);
    assertThat(coordinator.isUnmasked()).isFalse();
  }

  @Test
  void session_thatLosesAParticipantOnTheWay_isRefusedWhenTheSurvivorsAreNamed() {
    openToTheEnd("all", terms -> terms);

    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p5");
    open("lossy", terms -> terms);
    await("four have committed", () -> coordinator.received(Phase.MASKED_INPUT) == 4);
    coordinator.passDeadline();

    requireRefusedByAll("lossy", List.of("p1", "p2", "p3", "p4"));
  }

  @Test
  void attempt_thatOpenedNothing_isFreelyRepeatedOverFewer() {
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p5");
    open("retried", terms -> terms);
    await("four have committed", () -> coordinator.received(Phase.MASKED_INPUT) == 4);

    coordinator.open(0, 2, Optional.empty());
    await("four have committed again", () -> coordinator.received(Phase.MASKED_INPUT) == 4);
    coordinator.passDeadline();

    await("the second attempt is opened", coordinator::isUnmasked);
  }

  @Test
  void session_onOtherDataOfEveryone_isAnotherInput() {
    openToTheEnd("before", terms -> terms);
    for (String name : List.of("p1", "p2", "p3", "p4")) {
      client.importCsv(name, name + "/newcomer,i1\n");
    }

    openToTheEnd("after", among("p1", "p2", "p3", "p4"));
  }

  /// The survivor set of one step, counted for another, would leave the first one open.
  @ParameterizedTest
  @EnumSource
  void survivors_namedUnderAnotherStep_areRefusedAndNothingIsOpened(ThreatModel threatModel) {
    coordinator.threatModel = threatModel;
    Phase first =
        threatModel == ThreatModel.SEMI_MALICIOUS ? Phase.CONSISTENCY_CHECK : Phase.UNMASK;
    coordinator.begin(id("mislabelled"), new PriviRecK(ITEMS, 4, 1, 0.3, ++seed, 4, ITEMS));
    coordinator.labels =
        item ->
            item.phase().equals(first.name())
                ? new WorkItem(
                    item.sessionId(),
                    item.roundId(),
                    item.roundIndex() + 1,
                    item.attempt(),
                    item.phase(),
                    item.deadline())
                : item;
    coordinator.open(0, 1, Optional.empty());

    for (String name : NAMES) {
      await(name + " refuses", () -> gaveUp(name, "mislabelled", "record-mismatch"));
    }
    assertThat(coordinator.received(Phase.MASKED_INPUT)).isEqualTo(NAMES.length);
    assertThat(coordinator.received(first)).isZero();

    // What was committed is not forgotten with the round.
    assertThat(client.participations("p1"))
        .filteredOn(view -> view.sessionId().equals(id("mislabelled")))
        .singleElement()
        .satisfies(view -> {
          assertThat(view.rounds().getFirst().state()).isEqualTo("COMMITTED");
          assertThat(view.disclosed().getFirst()).contains("a masked vector", "record-mismatch");
        });
    coordinator.labels = item -> item;
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
    openToTheEnd("honest", terms -> terms);
  }

  @Test
  void strictSession_thatLosesSomebodyAfterItsFirstRound_isOpenedByNobody() {
    coordinator.onLoss = "strict";
    coordinator.begin(id("strict"), new Rehearsal(64, 2, ++seed, 32));
    coordinator.open(0, 1, Optional.empty());
    await("the first round is opened", coordinator::isUnmasked);

    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p5");
    coordinator.open(1, 1, Optional.empty());
    await("four have committed", () -> coordinator.received(Phase.MASKED_INPUT) == 4);
    coordinator.passDeadline();

    for (String name : List.of("p1", "p2", "p3", "p4")) {
      await(name + " refuses", () -> gaveUp(name, "strict", "participant-lost"));
    }
    assertThat(coordinator.received(Phase.UNMASK)).isZero();
    coordinator.finish(SessionView.Status.FAILED, Optional.empty());
  }

  @Test
  void holder_thatBearsNoLoss_refusesTolerantSessions() {
    client.stop();
    client.set("--privirec.client.strict-only=true");
    client.start();
    open("tolerant", terms -> terms);
    await(
        "it is refused",
        () ->
            client.participations("p1").stream()
                .anyMatch(view ->
                    view.sessionId().equals(id("tolerant"))
                        && "loss-tolerated".equals(view.refusal())));

    coordinator.onLoss = "strict";
    openToTheEnd("strict", terms -> terms);
    client.stop();
    client.set("--privirec.client.strict-only=false");
    client.start();
  }

  private static boolean gaveUp(String participant, String session, String reason) {
    return client.participations(participant).stream()
        .filter(view -> view.sessionId().equals(id(session)))
        .flatMap(view -> view.rounds().stream())
        .anyMatch(round -> reason.equals(round.abortReason()));
  }
}
