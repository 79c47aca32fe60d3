package io.privirec.client.ledger;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestRosters.cell;
import static io.privirec.client.ledger.NoisySessions.closed;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Forged;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.TestRosters;
import io.privirec.federation.OnMissing;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.wire.ParticipantPrivacy.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Attempts of a closed round with noise, over the same cohort and over another.
class RepeatedSumTest {
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8");

  @RegisterExtension
  private final TestDeployment deployment =
      TestDeployment.consenting(20, 4, NAMES, "--privirec.client.privacy.min-colluders=1");

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  private long noisy() {
    return client.privacy("p1").sums().stream().filter(sum -> sum.use() == Use.NOISE).count();
  }

  private Set<String> seeds() throws IOException {
    return Files.readAllLines(deployment.data().resolve("ledgers/p1.ledger")).stream()
        .filter(line -> line.contains("\tnoise\t"))
        .map(line -> line.split("\t", -1)[14])
        .collect(Collectors.toSet());
  }

  /// The coordinator opens the sum. After restarts of the holder it opens a second attempt, and
  /// then attempts with used numbers.
  @Test
  void attempts_overTheSameCohort_haveTheSameSumAndOneEntry() throws IOException {
    deployment.openFirst("again", closed(1));
    var first = coordinator.sum();
    double spent = client.privacy("p1").epsilonSpent();
    for (int attempt : new int[] {2, 2, 1}) {
      client.restartWith();
      coordinator.open(attempt);
      await("it is opened", coordinator::isSummed);
      assertThat(coordinator.sum()).usingRecursiveComparison().isEqualTo(first);
    }
    assertThat(noisy()).isEqualTo(1);
    assertThat(client.privacy("p1").epsilonSpent()).isEqualTo(spent);
    assertThat(seeds()).hasSize(1);
  }

  /// The same noise over two cohorts would be removed by subtraction.
  @Test
  void attempt_overFewerCells_hasOtherNoiseAndAnotherEntry() throws IOException {
    coordinator.roster =
        TestRosters.roster(
            2,
            coordinator.members(),
            cell(2, "p1", "p2", "p3", "p4"),
            cell(3, "p5", "p6", "p7", "p8"));
    client.putRosterOf(coordinator);
    coordinator.onMissing = OnMissing.LEAVE_OUT_CELLS;
    coordinator.minParticipants = 4;
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p8");
    deployment.begin("shrinks", closed(1));
    await("seven have sent all", () -> coordinator.received(Phase.MASKED_INPUT) == 7);
    coordinator.takesChunk = (participant, chunk) -> true;
    coordinator.open(0, 2, Optional.empty(), RepeatedSumTest::firstCell, signed -> signed);
    await("the second is opened", coordinator::isSummed);

    assertThat(noisy()).isEqualTo(2);
    assertThat(seeds()).hasSize(2);
  }

  private static RoundRecord firstCell(RoundRecord terms) {
    RoundKind.Closed closed = (RoundKind.Closed) terms.kind();
    return Forged.with(
        Forged.with(terms, "kind", new RoundKind.Closed(closed.roster(), List.of(2))),
        "cohort",
        terms.cohort().subList(0, 4));
  }
}
