package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.acceptance.Acceptance;
import io.privirec.operator.TriedCommand;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.process.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code acceptance outsiders} against a real coordinator, shortly. How long answers take, the last
 * megabytes of a process that has just started, and the other services are for the command itself.
 */
class OutsidersIT {

  /** A sixth of what the attack sends; a process that has just started grows by some 20 MiB. */
  private static final long KEPT_AT_MOST_BYTES = 64L << 20;

  @TempDir private Path directory;

  @Test
  void coordinator_underAttack_answersOthers_andKeepsNothing() throws Exception {
    try (TestServices services =
        new TestServices(0, Map.of("privirec.max-json-body", "8MB"), Map.of())) {
      ServiceProcess coordinator = services.process(Deployment.COORDINATOR);
      Path json = directory.resolve("outsiders.json");
      new TriedCommand(Acceptance::commandLine, "outsiders")
          .run(
              "--url=" + coordinator.uri(),
              "--pid=" + coordinator.pid(),
              "--ask=/v1/coordinator",
              "--attack=/v1/participants",
              "--attack-json={\"token\":\"",
              "--seconds=10",
              "--bodies=50",
              "--heads=200",
              "--json=" + json);
      JsonNode result = JsonMapper.shared().readTree(Files.readString(json));
      assertThat(result.at("/attacked/requests").asLong()).isEqualTo(500);
      assertThat(result.at("/attacked/errors").asLong(-1)).isZero();
      assertThat(result.at("/heapAfter").asLong())
          .isLessThan(result.at("/heapBefore").asLong() + KEPT_AT_MOST_BYTES);
      assertThat(services.supervisor().ended()).isEmpty();
    }
  }
}
