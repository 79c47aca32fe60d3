package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ParticipationView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A service stopped in the middle of an upload goes on with the same bytes.
class RestartTest {
  private static final int ITEMS = 4_200;
  private static final String[] NAMES = {"p1", "p2", "p3"};

  @Test
  void upload_interruptedByARestart_goesOnByteForByte(@TempDir Path data, @TempDir Path work)
      throws IOException {
    Holders holders = new Holders(ITEMS, 90, 2, NAMES);
    // Two chunks: 4,200 × 256 is a little more than 2^20.
    PriviRecKParameters parameters = PriviRecKParameters.gfCf(256, 1, 0.3, 11L, 16, 10);
    try (TestCoordinator coordinator = new TestCoordinator();
        TestClient client = new TestClient(data, coordinator)) {
      coordinator.catalogueOf(ITEMS);
      for (String name : NAMES) {
        client.host(name);
        client.importCsv(name, holders.csv(name));
      }
      client.putRosterOf(coordinator);
      Algorithm algorithm = coordinator.begin("restarted", parameters);
      coordinator.open(0, 1, Optional.empty());
      approve(client);
      await("degrees are opened", coordinator::isSummed);
      PlanStep next = algorithm.plan().complete(0, coordinator.sum(), work);
      Path broadcast = work.resolve(((PlanStep.NextRound) next).round().broadcastFile());

      coordinator.takesChunk = (participant, chunk) -> chunk == 0;
      RoundId round = coordinator.open(1, 1, Optional.of(broadcast));
      await("every first chunk is staged", () -> coordinator.stagedChunks() == NAMES.length);
      await("every second chunk was tried", () -> attempted(coordinator, "/1") == NAMES.length);
      client.stop();
      coordinator.forgetChunks();
      coordinator.takesChunk = (participant, chunk) -> true;
      client.start();

      await("products are opened", coordinator::isSummed);
      assertThat(holders.isSumOfAll(coordinator.sum(), algorithm, 1, broadcast)).isTrue();
      assertThat(coordinator.arrivals().entrySet())
          .filteredOn(entry -> entry.getKey().startsWith(round.hex()))
          .hasSize(2 * NAMES.length)
          .allSatisfy(entry -> {
            assertThat(entry.getValue()).hasSizeGreaterThan(1);
            assertThat(entry.getValue().stream().distinct()).hasSize(1);
          });
    }
  }

  /// Other code may come to other numbers; under the same masks both would be given away.
  @Test
  void round_begunByAnotherVersion_isAbandoned(@TempDir Path data) {
    try (TestDeployment deployment =
        new TestDeployment(data, 30, 4, List.of(NAMES), "--privirec.client.approval=auto")) {
      TestCoordinator coordinator = deployment.coordinator();
      coordinator.takesChunk = (participant, chunk) -> false;
      deployment.begin("kernel", PriviRecKParameters.gfCf(4, 1, 0.3, 11L, 4, 10));
      await("every chunk was tried", () -> coordinator.arrivals().size() == NAMES.length);
      deployment.client().stop();
      deployment.client().start();
      int updated =
          deployment
              .client()
              .bean(JdbcClient.class)
              .sql("update round_participation set kernel = 'other' where state = 'MASKING'")
              .update();
      assertThat(updated).isEqualTo(NAMES.length);

      deployment.awaitRefused("kernel", "kernel-changed");

      assertThat(coordinator.isSummed()).isFalse();
    }
  }

  private static void approve(TestClient client) {
    for (String name : NAMES) {
      await(name + " waits for approval", () -> waits(client.participations(name)));
      assertThat(
              client
                  .postJson("/v1/participants/" + name + "/sessions/restarted:approve", "")
                  .statusCode())
          .isEqualTo(204);
    }
  }

  private static boolean waits(List<ParticipationView> views) {
    return !views.isEmpty() && views.getFirst().status().equals("AWAITING_APPROVAL");
  }

  private static long attempted(TestCoordinator coordinator, String chunk) {
    return coordinator.arrivals().keySet().stream().filter(key -> key.endsWith(chunk)).count();
  }
}
