package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestClient.refused;
import static io.privirec.client.TestRosters.cell;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.roster.Cell;
import io.privirec.wire.SessionView;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A participant of a tolerant sum with noise that later leaves its cell. No cell was masked for,
/// so the ledger alone shows the sum. Seven holders have two colluders, so each sum needs five.
class TolerantLeaverTest {
  private static final Cell OTHERS = cell(2, "p2", "p3", "p4", "p5", "p6", "p7");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(
          20,
          4,
          List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7"),
          "--privirec.client.privacy.min-colluders=1");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  private HttpResponse<String> put(List<CohortMember> lines) {
    return client.putText(
        "/v1/roster", coordinator.rosters().text(TestRosters.roster(2, lines, OTHERS)));
  }

  private long sums() {
    return client.privacy("p1").sums().stream().filter(sum -> sum.round() != null).count();
  }

  private List<String> refusals(String participant) {
    return deployment.of(participant, "noisy").rounds().stream()
        .flatMap(round -> Stream.ofNullable(round.abortReason()))
        .toList();
  }

  @Test
  void participant_keepsItsLine_andMasksForNoSumAfterItLeft() {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    deployment.openFirst("noisy", NoisySessions.tolerant(1));
    deployment.finish(SessionView.Status.FAILED);
    long sums = sums();
    assertThat(sums).isPositive();

    List<CohortMember> lines = coordinator.members();
    HttpResponse<String> answer = put(lines.subList(1, lines.size()));
    refused(answer, 409, "line-missing");
    assertThat(json(answer).get("detail").asString()).contains("no line for p1,", "--rename");

    coordinator.silent = true;
    deployment.begin("more", NoisySessions.tolerant(0.1));
    await("all have advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == lines.size());
    assertThat(put(lines).statusCode()).isEqualTo(200);
    coordinator.silent = false;
    deployment.awaitRefused(List.of("p1"), "more", "roster-superseded");
    assertThat(sums()).isEqualTo(sums);
  }

  /// The participants consented as members of a large cell. The new roster has them in a cell with
  /// as many others as there are colluders.
  @Test
  void rosterSinceTheConsent_thatTellsParticipantsApart_endsTheirPart() {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    coordinator.silent = true;
    deployment.begin("noisy", NoisySessions.tolerant(0.1));
    List<CohortMember> lines = coordinator.members();
    await("all have advertised", () -> coordinator.received(Phase.ADVERTISE_KEYS) == lines.size());
    HttpResponse<String> answer =
        client.putText(
            "/v1/roster",
            coordinator
                .rosters()
                .text(
                    TestRosters.roster(
                        2,
                        lines,
                        coordinator.rosterInForce().currentCells().getFirst().retired(),
                        cell(2, "p1", "p2", "p3"),
                        cell(3, "p4", "p5", "p6", "p7"))));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);

    coordinator.silent = false;
    List<String> apart = List.of("p1", "p2", "p3");
    deployment.awaitRefused(apart, "noisy", "roster-superseded");
    coordinator.open(2);
    for (String name : apart) {
      await(name + " refuses the second attempt", () -> refusals(name).size() == 2);
      assertThat(refusals(name)).containsOnly("roster-superseded");
    }
    assertThat(sums()).isZero();
  }
}
