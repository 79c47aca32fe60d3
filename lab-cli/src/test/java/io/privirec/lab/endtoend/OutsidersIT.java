package io.privirec.lab.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.load.OutsidersCommand;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.run.Deployment;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code lab outsiders} against a real coordinator, without its bar for time. */
class OutsidersIT {
  private static final int CLIENTS = 0;
  private static final long HEAP_BYTES = 256L << 20;

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
      int status =
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
                  "--max-ratio=1000000");
      assertThat(status).isZero();
      assertThat(supervisor.ended()).isEmpty();
    }
  }
}
