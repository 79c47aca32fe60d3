package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import io.privirec.lab.endtoend.RatedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class FedPowerCommandTest {
  @TempDir Path directory;

  private JsonNode report(String... options) throws IOException {
    Path csv = Files.writeString(directory.resolve("rated.csv"), RatedData.csv(200, 40));
    return new LabCommand("fedpower", "--data=" + csv, "--nodes=8", "--rank=3", "--seeds=2")
        .report(options);
  }

  /// Noise of one node, or shared out for the sum, disturbs less than everybody's, and that less
  /// than the server's.
  @Test
  void fedpower_ordersTheAlgorithmsByTheirNoise() throws IOException {
    JsonNode rows = report("--rounds=60", "--sigma=0.05").at("/rows");

    assertThat(rows.valueStream().map(row -> row.at("/noise").asString()))
        .containsExactly("NONE", "NODES_AND_SERVER", "ONE_NODE", "EVERY_STEP", "EVERY_STEP_SHARED");
    double none = rows.at("/0/largest").asDouble();
    assertThat(none).isLessThan(rows.at("/4/mean").asDouble());
    assertThat(rows.at("/4/mean").asDouble()).isLessThan(rows.at("/3/mean").asDouble());
    assertThat(rows.at("/3/mean").asDouble()).isLessThan(rows.at("/1/mean").asDouble());
    assertThat(rows.at("/2/mean").asDouble()).isLessThan(rows.at("/1/mean").asDouble());
    assertThat(rows.at("/0/energy").asDouble()).isBetween(.999, 1.000001);
  }

  /// What the sum of a run of one local step finds is what one node finds that has all rows.
  @Test
  void fedpower_withoutNoise_findsTheSingularVectors() throws IOException {
    JsonNode row = report("--rounds=400", "--k=1", "--noise=NONE").at("/rows/0");

    assertThat(row.at("/largest").asDouble()).isLessThan(1e-9);
  }

  @Test
  void fedpower_drawsTheCourse() throws IOException {
    Path svg = directory.resolve("course.svg");
    report(
        "--rounds=12",
        "--local-steps=4",
        "--turned-to=FIRST_NODE",
        "--noise=NONE,EVERY_STEP",
        "--svg=" + svg);

    assertThat(svg).content().contains(">NONE<", ">EVERY_STEP<", ">projection distance<");
  }

  @Test
  void fedpower_whatCannotBeUsed_isRefused() {
    LabCommand fedpower = new LabCommand("fedpower");
    fedpower.refuses("--rounds must be a multiple of --local-steps", "--local-steps=5");
    fedpower.refuses("--k must be in [1, 10]", "--k=11");
    fedpower.refuses("does not exist", "--data=" + directory.resolve("none"));
  }
}
