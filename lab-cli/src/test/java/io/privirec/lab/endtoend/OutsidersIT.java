package io.privirec.lab.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.load.OutsidersCommand;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.run.Deployment;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code lab outsiders} against a real coordinator, shortly. How long answers take, the last
 * megabytes of a process that has just started, and the other services are for the command itself.
 */
class OutsidersIT {
  private static final int CLIENTS = 0;
  private static final long HEAP_BYTES = 256L << 20;

  /** A sixth of what the attack sends; a process that has just started grows by some 20 MiB. */
  private static final long KEPT_AT_MOST_BYTES = 64L << 20;

  @Test
  void coordinator_underAttack_answersOthers_andKeepsNothing() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Map<String, String> longBodies = Map.of("privirec.max-json-body", "8MB");
    try (RunDirectory directory = RunDirectory.temporary();
        Supervisor supervisor = new Supervisor()) {
      ServiceProcess coordinator =
          Deployment.start(
                  new Deployment.Layout(
                      port, port, CLIENTS, HEAP_BYTES, longBodies, Map.of(), false),
                  directory,
                  supervisor)
              .processes()
              .getFirst();
      Path json = directory.path().resolve("outsiders.json");
      new CommandLine(new OutsidersCommand())
          .execute(
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
      assertThat(supervisor.ended()).isEmpty();
    }
  }
}
