package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.acceptance.Acceptance;
import io.privirec.lab.LabCommand;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.run.Summary;
import io.privirec.operator.TriedCommand;
import io.privirec.stage.deployment.Deployment;
import io.privirec.stage.process.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands over services that run already. Their holders want to be asked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunningServicesIT {
  /** A sixth of what the attack sends; a process that has just started grows by some 20 MiB. */
  private static final long KEPT_AT_MOST_BYTES = 64L << 20;

  @TempDir private Path home;
  private TestServices services;

  @BeforeAll
  void start() throws Exception {
    services =
        new TestServices(
            2,
            Map.of("privirec.max-json-body", "8MB"),
            Map.of("privirec.client.approval", "manual"));
  }

  @AfterAll
  void stop() throws Exception {
    services.close();
  }

  @Test
  void run_overRunningServices_publishesAndLeavesThemRunning() throws Exception {
    Path data = GroupedData.write(home.resolve("shop.csv"), 90, 120);
    Path json = home.resolve("summary.json");
    services.startRecommender();
    Deployment deployment = services.deployment();
    Path key = deployment.tokenFile(Deployment.COORDINATOR).resolveSibling("roster-key");
    LabCommand run =
        new LabCommand(
            "run",
            "--data=" + data,
            "--json=" + json,
            "--participants=4",
            "--no-noise",
            "--k=8",
            "--coordinator=" + address(Deployment.COORDINATOR),
            "--client=" + address("client-1"),
            "--client=" + address("client-2"),
            "--recommender=" + services.process("recommender").uri(),
            "--roster-key=" + key);
    run.succeeds();
    Summary summary = JsonOption.read(json, Summary.class);
    assertThat(summary.session().participants()).isEqualTo(4);
    assertThat(summary.bytes().upPerParticipant()).isPositive();
    assertThat(summary.disk()).isNull();
    assertThat(summary.processes()).isNull();
    Summary.ListQuality quality = (Summary.ListQuality) summary.quality();
    assertThat(quality.service().ndcg()).isEqualTo(quality.central().ndcg(), within(.002));
    assertThat(services.supervisor().ended()).isEmpty();
    assertThat(run.run()).as("a coordinator that has a catalogue").isEqualTo(1);
    assertThat(Files.exists(json)).isFalse();
  }

  private String address(String name) {
    return services.process(name).uri() + "=" + services.deployment().tokenFile(name);
  }

  /**
   * {@code acceptance outsiders} against the coordinator, shortly. How long answers take, the last
   * megabytes of a process that has just started, and the other services are for the command
   * itself.
   */
  @Test
  void coordinator_underAttack_answersOthers_andKeepsNothing() throws Exception {
    ServiceProcess coordinator = services.process(Deployment.COORDINATOR);
    Path json = home.resolve("outsiders.json");
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
