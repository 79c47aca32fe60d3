package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.client.consent.Newcomers;
import io.privirec.secagg.Phase;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Waiver;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.security.GeneralSecurityException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A participant with sums with noise that moves into another cell alone. All participants join
/// sessions with noise by themselves.
class MovedParticipantTest {
  private static final List<String> NAMES =
      List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10");
  private static final Cell LEFT = cell(1, "p1", "p2", "p3", "p4", "p5");
  private static final Cell RIGHT = cell(2, "p6", "p7", "p8", "p9", "p10");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(20, 4, NAMES, "--privirec.client.privacy.min-colluders=1");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  private static ItemDegreesParameters noisy() {
    return noisy("closed");
  }

  private static ItemDegreesParameters noisy(String rounds) {
    return ItemDegreesParameters.DEFAULT.withPrivacy(
        PrivacyParameters.of(.3, 1e-6)
            .withUnit(PrivacyParameters.USER)
            .withItemsPerUser(5)
            .withColluders(1)
            .withRounds(rounds));
  }

  /// A session with noise over both cells, then p5 moves into the right cell.
  @BeforeEach
  void move() throws GeneralSecurityException {
    coordinator.roster = TestRosters.roster(2, coordinator.members(), LEFT, RIGHT);
    client.putRosterOf(coordinator);
    deployment.openFirst("before", noisy());
    deployment.finish(SessionView.Status.FAILED);
    coordinator.roster =
        TestRosters.roster(
            3,
            coordinator.members(),
            List.of(Waiver.parse(client.waiver("p5", "p5"))),
            List.of(),
            LEFT.retired(),
            RIGHT.retired(),
            cell(3, "p1", "p2", "p3", "p4"),
            cell(4, "p5", "p6", "p7", "p8", "p9", "p10"));
    client.putRosterOf(coordinator);
  }

  @Test
  void mover_waitsForAnApproval_andJoinsLaterSessionsOfItsNewCellByItself() {
    assertThat(client.privacy("p5").epsilonSpent()).isPositive();
    deployment.begin("moved", noisy());
    await("p5 is asked", () -> deployment.isAsked("p5", "moved"));
    await(
        "the others have joined",
        () -> coordinator.received(Phase.ADVERTISE_KEYS) == NAMES.size() - 1);
    assertThat(deployment.of("p5", "moved").rounds()).isEmpty();
    assertThat(deployment.of("p5", "moved").wouldDisclose()).contains(Newcomers.SENTENCE);

    deployment.approve("p5", "moved");
    await("the sum is opened", coordinator::isSummed);
    deployment.finish(SessionView.Status.FAILED);

    deployment.openFirst("later", noisy());
  }

  /// A tolerant session is over all cells. The coordinator chooses its survivors.
  @Test
  void mover_isAskedForATolerantSession_whichSaysThatAnyHolderCanBeLeftOut() {
    deployment.begin("tolerant", noisy("tolerant"));

    await("p5 is asked", () -> deployment.isAsked("p5", "tolerant"));
    assertThat(deployment.of("p5", "tolerant").wouldDisclose())
        .contains(Newcomers.SENTENCE)
        .anySatisfy(
            words -> assertThat(words).contains("The coordinator can leave out any single holder"));
  }

  @Test
  void mover_whoseHolderRejects_takesNoPart() {
    client.restartWith("--privirec.client.join-alone=reject");
    deployment.begin("rejected", noisy());

    deployment.awaitRefused(List.of("p5"), "rejected", "join-alone-rejected");
    deployment.awaitJoined("p1", "rejected");
  }
}
