package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Aggregate;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contributor;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cohort too large for everyone to share with everyone: the graph is drawn from seeds that the
/// participants reveal.
class LargeCohortTest {
  private static final int PARTICIPANTS = Thresholds.MAX_COMPLETE + 2;
  private static final int ELEMENTS = 1000;
  private static final List<String> NAMES =
      IntStream.range(0, PARTICIPANTS).mapToObj("p%02d"::formatted).toList();

  @Test
  void tolerantRound_onARandomGraph_goesThroughAllPhasesAndOpensThePlainSum(@TempDir Path data)
      throws IOException {
    round(
        data,
        new RehearsalParameters((long) ELEMENTS, 1, 9L, 32, "tolerant"),
        Phase.ADVERTISE_KEYS,
        Phase.REVEAL_SEED,
        Phase.SHARE_KEYS,
        Phase.MASKED_INPUT,
        Phase.CONSISTENCY_CHECK,
        Phase.UNMASK);
  }

  @Test
  void closedRound_onARandomGraph_goesThroughAllPhasesAndOpensThePlainSum(@TempDir Path data)
      throws IOException {
    round(
        data,
        new RehearsalParameters((long) ELEMENTS, 1, 9L, 32, "closed"),
        Phase.ADVERTISE_KEYS,
        Phase.REVEAL_SEED,
        Phase.MASKED_INPUT);
  }

  private static void round(Path data, RehearsalParameters parameters, Phase... phases)
      throws IOException {
    try (TestCoordinator coordinator = new TestCoordinator();
        TestClient client = new TestClient(data, coordinator, "--privirec.client.approval=auto")) {
      NAMES.forEach(client::host);
      client.putRosterOf(coordinator);
      coordinator.threatModel = ThreatModel.SEMI_MALICIOUS;
      Algorithm algorithm = coordinator.begin("large", parameters);
      coordinator.open(0, 1, Optional.empty());

      await("the sum is opened", coordinator::isSummed);

      assertThat(coordinator.sum().survivors()).hasSize(PARTICIPANTS);
      assertThat(opened(coordinator.sum(), algorithm)).isEqualTo(plainSum(algorithm));
      for (Phase phase : Phase.values()) {
        int due = List.of(phases).contains(phase) ? PARTICIPANTS : 0;
        assertThat(coordinator.received(phase)).as(phase.name()).isEqualTo(due);
      }
      // Made-up numbers open nothing.
      assertThat(client.get("/v1/participants/p00/masked-cells").body()).isEqualTo("[]");
      coordinator.finish(SessionView.Status.COMPLETED, Optional.empty());
    }
  }

  private static long[] opened(Aggregate sum, Algorithm algorithm) throws IOException {
    RingVector opened =
        RingVector.zero(algorithm.rounds().getFirst().vector().ring(), (int) sum.length());
    sum.read(0, opened);
    return IntStream.range(0, opened.length()).mapToLong(opened::getSigned).toArray();
  }

  private static long[] plainSum(Algorithm algorithm) throws IOException {
    RoundSpec round = algorithm.rounds().getFirst();
    Contributor contributor = algorithm.contributor();
    RatingMatrix nothing = RatingMatrix.of(InteractionMatrix.of(0, 0, new int[1], new int[0]));
    long[] sum = new long[ELEMENTS];
    for (String name : NAMES) {
      RingVector own = RingVector.zero(round.vector().ring(), ELEMENTS);
      contributor
          .contribute(new RoundInput(new ParticipantId(name), round, null, nothing))
          .fill(0, own);
      for (int i = 0; i < ELEMENTS; i++) {
        sum[i] += own.getSigned(i);
      }
    }
    return sum;
  }
}
