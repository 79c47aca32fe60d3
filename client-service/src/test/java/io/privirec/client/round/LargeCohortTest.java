package io.privirec.client.round;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.Phase;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A cohort too large for everyone to share with everyone: the graph is drawn from seeds that the
/// participants reveal.
class LargeCohortTest {
  private static final int PARTICIPANTS = Thresholds.MAX_COMPLETE + 2;
  private static final int ELEMENTS = 1000;
  private static final List<String> NAMES =
      IntStream.range(0, PARTICIPANTS)
          .mapToObj(n -> String.format(Locale.ROOT, "p%02d", n))
          .toList();

  @RegisterExtension
  private static final TestDeployment deployment = TestDeployment.consenting(0, 0, NAMES);

  @Test
  void tolerantRound_onARandomGraph_goesThroughAllPhasesAndOpensThePlainSum() throws IOException {
    round(
        RehearsalParameters.DEFAULT
            .withElements((long) ELEMENTS)
            .withRounds(1)
            .withSeed(9L)
            .withRingBits(32)
            .withRoundKind("tolerant"),
        Phase.ADVERTISE_KEYS,
        Phase.REVEAL_SEED,
        Phase.SHARE_KEYS,
        Phase.MASKED_INPUT,
        Phase.CONSISTENCY_CHECK,
        Phase.UNMASK);
  }

  @Test
  void closedRound_onARandomGraph_goesThroughAllPhasesAndOpensThePlainSum() throws IOException {
    round(
        RehearsalParameters.DEFAULT
            .withElements((long) ELEMENTS)
            .withRounds(1)
            .withSeed(9L)
            .withRingBits(32)
            .withRoundKind("closed"),
        Phase.ADVERTISE_KEYS,
        Phase.REVEAL_SEED,
        Phase.MASKED_INPUT);
  }

  private void round(RehearsalParameters parameters, Phase... phases) throws IOException {
    TestCoordinator coordinator = deployment.coordinator();
    coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
    Algorithm algorithm = deployment.openFirst("large-" + parameters.roundKind(), parameters);

    assertThat(coordinator.sum().survivors()).hasSize(PARTICIPANTS);
    assertThat(deployment.holders().isSumOfAll(coordinator.sum(), algorithm, 0, null)).isTrue();
    for (Phase phase : Phase.values()) {
      int due = List.of(phases).contains(phase) ? PARTICIPANTS : 0;
      assertThat(coordinator.received(phase)).as(phase.name()).isEqualTo(due);
    }
    // Made-up numbers open nothing.
    assertThat(deployment.client().get("/v1/participants/p00/masked-cells").body()).isEqualTo("[]");
  }
}
