package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.lab.LabCommand;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.run.Summary;
import io.privirec.stage.deployment.Deployment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run over services that somebody else started, and whose holders want to be asked. */
class RunningServicesIT {
  @TempDir private Path home;

  @Test
  void run_overRunningServices_publishesAndLeavesThemRunning() throws Exception {
    Path data = GroupedData.write(home.resolve("shop.csv"), 90, 120);
    Path json = home.resolve("summary.json");
    try (TestServices services =
        new TestServices(2, Map.of(), Map.of("privirec.client.approval", "manual"))) {
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
              "--coordinator=" + address(services, Deployment.COORDINATOR),
              "--client=" + address(services, "client-1"),
              "--client=" + address(services, "client-2"),
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
    }
    assertThat(Files.exists(json)).isFalse();
  }

  private static String address(TestServices services, String name) {
    return services.process(name).uri() + "=" + services.deployment().tokenFile(name);
  }
}
