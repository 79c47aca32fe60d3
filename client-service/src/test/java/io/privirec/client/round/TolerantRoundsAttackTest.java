package io.privirec.client.round;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.wire.ParticipantPrivacy.Opened;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A coordinator that lies about the survivors of the first sum of a tolerant session with noise.
/// Seven holders have two colluders, so each sum needs five participants.
class TolerantRoundsAttackTest {
  private static final int ITEMS = 20;
  private static final int FEWEST = 5;
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6", "p7");
  private static final List<String> SURVIVORS = NAMES.subList(0, 6);

  /// The participant that leaves the first round before it masks.
  private static final String LEAVER = "p7";

  @RegisterExtension
  private static final TestDeployment deployment =
      TestDeployment.consenting(
          ITEMS,
          4,
          NAMES,
          "--privirec.client.privacy.min-colluders=1",
          "--privirec.client.privacy.max-epsilon=60");

  private static int sessions;

  private final TestCoordinator coordinator = deployment.coordinator();
  private final String session = "session-" + ++sessions;

  @TempDir private Path work;
  private Path counts;

  /// Opens the first sum without the participant that leaves.
  @BeforeEach
  void openFirst() throws Exception {
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    AlgorithmParameters asked =
        PriviRecParameters.DEFAULT
            .withModel(PopularGram.of(ITEMS, 10))
            .withPrivacy(
                PrivacyParameters.of(.3, 1e-6)
                    .withUnit(PrivacyParameters.USER)
                    .withItemsPerUser(5)
                    .withColluders(1)
                    .withRounds("tolerant"));
    coordinator.begin(
        session, AlgorithmRegistry.settleAsStated("privirec", asked, ITEMS, NAMES.size(), () -> 7));
    coordinator.asks(participant ->
        !participant.value().equals(LEAVER)
            || coordinator.received(Phase.SHARE_KEYS) < NAMES.size());
    coordinator.open(1);
    await(
        "all but one have masked",
        () -> coordinator.received(Phase.MASKED_INPUT) == SURVIVORS.size());
    coordinator.passDeadline();
    await("the first sum is opened", coordinator::isSummed);
    coordinator.asks(participant -> true);
    counts = work.resolve("counts");
    long[] same = new long[ITEMS];
    Arrays.setAll(same, item -> ITEMS - item);
    ItemDegreesFile.write(counts, same);
  }

  private void open(int index, int attempt, List<String> cohort, int fewest) {
    coordinator.open(index, attempt, Optional.of(counts), over(cohort, fewest), signed -> signed);
  }

  private static UnaryOperator<RoundRecord> over(List<String> names, int fewest) {
    return terms -> {
      List<CohortMember> cohort =
          terms.cohort().stream().filter(member -> names.contains(member.id().value())).toList();
      return new RoundRecord(
          terms.id(),
          terms.sessionId(),
          terms.roundIndex(),
          terms.attempt(),
          cohort,
          new RoundKind.Tolerant(
              Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort.size(), 1, fewest)),
          terms.keyAgreement(),
          terms.vector(),
          terms.catalogue(),
          terms.parameters(),
          terms.broadcast());
    };
  }

  /// The victim and two participants that may collude with the coordinator.
  @Test
  void laterRound_overAHolderAndTwoOthers_isRefused() {
    List<String> chosen = List.of("p1", "p2", "p3");
    open(1, 1, chosen, 3);

    deployment.awaitRefused(chosen, session, "cohort-changed");
    assertThat(coordinator.received(Phase.ADVERTISE_KEYS)).isZero();
    assertThat(deployment.client().privacy("p1").sums())
        .filteredOn(sum -> session.equals(sum.sessionId()) && sum.round() != null)
        .extracting(Opened::round)
        .containsExactly(0);
  }

  @Test
  void laterRound_overASurvivorThatWasNone_isRefusedByIt() {
    open(1, 1, NAMES, FEWEST);

    deployment.awaitRefused(List.of(LEAVER), session, "cohort-changed");
  }

  @Test
  void firstRound_onceMoreAfterItsSum_isRefused() {
    open(0, 2, NAMES, FEWEST);

    deployment.awaitRefused(SURVIVORS, session, "attempts-exceeded");
  }

  /// Two sums over chosen survivors would differ by a chosen holder.
  @Test
  void sumsOfOneRound_overChosenSurvivors_areOne() {
    coordinator.takesChunk = (participant, chunk) -> !participant.value().equals("p6");
    open(1, 1, SURVIVORS, FEWEST);
    await("five have masked", () -> coordinator.received(Phase.MASKED_INPUT) == 5);
    open(1, 2, SURVIVORS.subList(0, 5), FEWEST);
    deployment.awaitRefused(SURVIVORS.subList(0, 5), session, "cohort-changed");

    coordinator.takesChunk = (participant, chunk) -> true;
    open(1, 3, SURVIVORS, FEWEST);
    await("the sum is opened", coordinator::isSummed);
    open(1, 4, SURVIVORS, FEWEST);
    deployment.awaitRefused(SURVIVORS, session, "attempts-exceeded");
  }
}
