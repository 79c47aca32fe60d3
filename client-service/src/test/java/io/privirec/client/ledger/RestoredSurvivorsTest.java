package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestBackup;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.wire.ParticipantPrivacy.Use;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A holder whose database is restored to the time between its masked vector and its answer. The
/// coordinator then names other survivors, or opens a second attempt: with both answers it would
/// open two sums.
class RestoredSurvivorsTest {
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7");
  private static final ParticipantId LAST = new ParticipantId("p7");
  private static final List<String> OTHERS = NAMES.subList(0, 6);

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(20, 4, NAMES, "--privirec.client.privacy.min-colluders=1");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  @BeforeEach
  void maskForTheFirstRound() {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    coordinator.takesChunk = (participant, chunk) -> false;
    deployment.begin("noisy", NoisySessions.tolerant(1));
    await("all mask", () -> coordinator.arrivals().size() == NAMES.size());
    coordinator.silent = true;
    coordinator.takesChunk = (participant, chunk) -> true;
    await("all have masked", () -> coordinator.received(Phase.MASKED_INPUT) == NAMES.size());
  }

  /// All participants agree on all survivors and answer; then the database is as before.
  private void answerAndRestore() {
    TestBackup backup = TestBackup.of(client);
    coordinator.takes = message -> !(message instanceof UnmaskAnswer);
    coordinator.silent = false;
    awaitAll("ANSWERED");
    client.stop();
    backup.restoreDatabase();
  }

  /// All participants sign; then they answer, and the database is as before.
  private void signAndAnswerAndRestore() {
    coordinator.takes = message -> !(message instanceof SurvivorSignature);
    coordinator.silent = false;
    awaitAll("CONFIRMED");
    answerAndRestore();
  }

  private void awaitAll(String state) {
    await("all are " + state, () -> NAMES.stream().allMatch(name -> isAt(name, state)));
  }

  private boolean isAt(String participant, String state) {
    return deployment.of(participant, "noisy").rounds().getFirst().state().equals(state);
  }

  private long agreed(String participant) {
    return entries(participant, Use.SURVIVORS);
  }

  private long entries(String participant, Use use) {
    return client.privacy(participant).sums().stream().filter(entry -> entry.use() == use).count();
  }

  private static CoordinatorMessage allToSign(CoordinatorMessage message) {
    return message instanceof UnmaskRequest request
        ? new SurvivorList(request.context(), request.survivors())
        : message;
  }

  private static CoordinatorMessage fewerToSign(CoordinatorMessage message) {
    return message instanceof UnmaskRequest request
        ? new SurvivorList(request.context(), request.survivors().headSet(LAST))
        : message;
  }

  @Test
  void otherSurvivors_areNotSigned() {
    answerAndRestore();
    coordinator.messages = RestoredSurvivorsTest::fewerToSign;
    client.start();
    deployment.awaitRefused(OTHERS, "noisy", "survivors-changed");
    assertThat(OTHERS).noneMatch(name -> isAt(name, "CONFIRMED"));
    assertThat(OTHERS).allSatisfy(name -> assertThat(agreed(name)).isEqualTo(1));
    assertThat(client.privacy("p1").locked()).isNull();
  }

  /// The database has forgotten the answer, so the state of the first attempt allows another one.
  @Test
  void laterAttempt_isNotJoined() {
    answerAndRestore();
    coordinator.open(2);
    client.start();
    deployment.awaitRefused("noisy", "survivors-changed");
    assertThat(NAMES).allSatisfy(name -> assertThat(agreed(name)).isEqualTo(1));
  }

  @Test
  void sameSurvivors_areSignedAgain_andTheSumIsOpened() {
    answerAndRestore();
    coordinator.messages = RestoredSurvivorsTest::allToSign;
    client.start();
    awaitAll("CONFIRMED");
    coordinator.beHonest();
    await("the sum is opened", coordinator::isSummed);
    assertThat(NAMES).allSatisfy(name -> assertThat(agreed(name)).isEqualTo(1));
  }

  /// The database has the signature and no answer. Such a state allows a second attempt, whose
  /// survivors the coordinator chooses anew.
  @Test
  void attemptAfterAForgottenAnswer_isNotJoined_andTheSameAnswerIsSentAgain() {
    signAndAnswerAndRestore();
    RoundId first = coordinator.openRounds().get("noisy");
    coordinator.silent = true;
    coordinator.openBeside(2);
    client.start();
    deployment.awaitRefused("noisy", "survivors-changed");
    assertThat(NAMES).allMatch(name -> isAt(name, "CONFIRMED"));
    coordinator.beHonest();
    await("the sum is opened", () -> coordinator.isSummed(first));
    assertThat(NAMES)
        .allSatisfy(name -> {
          assertThat(entries(name, Use.SURVIVORS)).isEqualTo(1);
          assertThat(entries(name, Use.ANSWERED)).isEqualTo(1);
        });
    assertThat(client.privacy("p1").locked()).isNull();
  }
}
