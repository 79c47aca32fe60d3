package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.Holders;
import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.federation.PlanStep;
import io.privirec.federation.PriviRecK;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ParticipationView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service stopped in the middle of an upload goes on with the same bytes.
class RestartTest {
  private static final int ITEMS = 4_200;
  private static final String[] NAMES = {"p1", "p2", "p3"};

  @Test
  void upload_interruptedByARestart_goesOnByteForByte(@TempDir Path data, @TempDir Path work)
      throws IOException {
    Holders holders = new Holders(ITEMS, 90, 2, NAMES);
    // Two chunks: 4,200 × 256 is a little more than 2^20.
    PriviRecK algorithm = new PriviRecK(ITEMS, 256, 1, 0.3, 11, 16, 10);
    try (TestCoordinator coordinator = new TestCoordinator();
        TestClient client = new TestClient(data, coordinator.url())) {
      coordinator.catalogueOf(ITEMS);
      for (String name : NAMES) {
        client.host(name);
        client.importCsv(name, holders.csv(name));
      }
      coordinator.begin("restarted", algorithm);
      coordinator.open(0, 1, Optional.empty());
      approve(client);
      await("degrees are opened", coordinator::isUnmasked);
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

      await("products are opened", coordinator::isUnmasked);
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
