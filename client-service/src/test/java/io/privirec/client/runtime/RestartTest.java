package io.privirec.client.runtime;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestClient;
import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.federation.Algorithm;
import io.privirec.secagg.RoundId;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A service stopped in the middle of an upload goes on with the same bytes.
class RestartTest {
  private static final int ITEMS = 33_000;
  private static final List<String> NAMES = List.of("p1", "p2", "p3");

  @RegisterExtension
  private final TestDeployment deployment = TestDeployment.consenting(ITEMS, 90, NAMES);

  private final TestCoordinator coordinator = deployment.coordinator();
  private final TestClient client = deployment.client();

  @Test
  void upload_interruptedByARestart_goesOnByteForByte(@TempDir Path work) throws IOException {
    // Two chunks: 33,000 × 32 is a little more than 2^20.
    Algorithm algorithm =
        deployment.openFirst("restarted", PriviRecKParameters.gfCf(32, 1, 0.3, 11L, 16, 10));
    Path broadcast = coordinator.broadcastAfter(0, algorithm, work);
    coordinator.takesChunk = (participant, chunk) -> chunk == 0;
    RoundId round = coordinator.open(1, 1, Optional.of(broadcast));
    await("every first chunk is staged", () -> coordinator.stagedChunks() == NAMES.size());
    await("every second chunk was tried", () -> attempted("/1") == NAMES.size());

    client.stop();
    coordinator.forgetChunks();
    coordinator.takesChunk = (participant, chunk) -> true;
    client.start();
    await("products are opened", coordinator::isSummed);

    assertThat(deployment.holders().isSumOfAll(coordinator.sum(), algorithm, 1, broadcast))
        .isTrue();
    assertThat(coordinator.arrivals().entrySet())
        .filteredOn(entry -> entry.getKey().startsWith(round.hex()))
        .hasSize(2 * NAMES.size())
        .allSatisfy(entry -> {
          assertThat(entry.getValue()).hasSizeGreaterThan(1);
          assertThat(entry.getValue().stream().distinct()).hasSize(1);
        });
  }

  /// Other code may come to other numbers; under the same masks both would be given away.
  @Test
  void round_begunByAnotherVersion_isAbandoned() {
    coordinator.takesChunk = (participant, chunk) -> false;
    deployment.begin("kernel", PriviRecKParameters.gfCf(4, 1, 0.3, 11L, 4, 10));
    await("every chunk was tried", () -> coordinator.arrivals().size() == NAMES.size());
    client.restartWith();
    int updated =
        client
            .bean(JdbcClient.class)
            .sql("update round_participation set kernel = 'other' where state = 'MASKING'")
            .update();
    assertThat(updated).isEqualTo(NAMES.size());

    deployment.awaitRefused("kernel", "kernel-changed");
    assertThat(coordinator.isSummed()).isFalse();
  }

  private long attempted(String chunk) {
    return coordinator.arrivals().keySet().stream().filter(key -> key.endsWith(chunk)).count();
  }
}
