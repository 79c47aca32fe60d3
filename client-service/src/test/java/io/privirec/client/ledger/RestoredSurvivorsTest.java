package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestBackup;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.wire.ParticipantPrivacy.Use;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A holder whose database is restored to the time between its masked vector and its answer. The
/// coordinator then names other survivors: with both answers it would open two sums under the same
/// masks.
class RestoredSurvivorsTest {
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7");
  private static final ParticipantId LAST = new ParticipantId("p7");
  private static final List<String> OTHERS = NAMES.subList(0, 6);

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(20, 4, NAMES, "--privirec.client.privacy.min-colluders=1");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  /// All participants agree on all survivors; then the database is as before.
  @BeforeEach
  void agreeAndRestore() {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    coordinator.takesChunk = (participant, chunk) -> false;
    deployment.begin("noisy", NoisySessions.tolerant(1));
    await("all mask", () -> coordinator.arrivals().size() == NAMES.size());
    coordinator.silent = true;
    coordinator.takesChunk = (participant, chunk) -> true;
    await("all have masked", () -> coordinator.received(Phase.MASKED_INPUT) == NAMES.size());
    TestBackup backup = TestBackup.of(client);
    coordinator.takes = message -> !(message instanceof UnmaskAnswer);
    coordinator.silent = false;
    await("all answer", () -> NAMES.stream().allMatch(name -> isAt(name, "ANSWERED")));
    client.stop();
    backup.restoreDatabase();
  }

  private boolean isAt(String participant, String state) {
    return deployment.of(participant, "noisy").rounds().getFirst().state().equals(state);
  }

  private long agreed(String participant) {
    return client.privacy(participant).sums().stream()
        .filter(entry -> entry.use() == Use.SURVIVORS)
        .count();
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
    coordinator.open(2);
    client.start();
    deployment.awaitRefused("noisy", "survivors-changed");
    assertThat(NAMES).allSatisfy(name -> assertThat(agreed(name)).isEqualTo(1));
  }

  @Test
  void sameSurvivors_areSignedAgain_andTheSumIsOpened() {
    coordinator.messages = RestoredSurvivorsTest::allToSign;
    client.start();
    await("all sign again", () -> NAMES.stream().allMatch(name -> isAt(name, "CONFIRMED")));
    coordinator.beHonest();
    await("the sum is opened", coordinator::isSummed);
    assertThat(NAMES).allSatisfy(name -> assertThat(agreed(name)).isEqualTo(1));
  }
}
