package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import io.privirec.lab.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DdppmCommandTest {
  private static final int RUNS = Boolean.getBoolean("tests.long") ? 400 : 60;

  @TempDir Path directory;

  private Path table() throws IOException {
    Random random = new Random(2);
    StringBuilder lines = new StringBuilder("42,4,one,two\n");
    for (int row = 0; row < 42; row++) {
      double common = 3 * random.nextGaussian();
      double other = random.nextGaussian();
      for (int c = 0; c < 4; c++) {
        lines.append(c < 3 ? common : other).append(c % 2 == 0 ? "" : "1").append(',');
        common += random.nextGaussian();
      }
      lines.append("7\n");
    }
    return Files.writeString(directory.resolve("table.csv"), lines);
  }

  @Test
  void ddppm_findsTheComponents_andDrawsWhatNoiseCosts() throws IOException {
    Path byEpsilon = directory.resolve("epsilon.svg");
    Path bySteps = directory.resolve("steps.svg");
    JsonNode report =
        new LabCommand("ddppm", "--data=" + table())
            .report(
                "--components=2",
                "--runs=20",
                "--draws=1",
                "--epsilon=20,200",
                "--delta=.3,.3",
                "--svg-epsilon=" + byEpsilon,
                "--svg-steps=" + bySteps);

    assertThat(report.at("/rows").asInt()).isEqualTo(40);
    assertThat(report.at("/columns").asInt()).isEqualTo(4);
    for (JsonNode found : report.at("/withoutNoise")) {
      assertThat(found.at("/sine").asDouble()).isLessThan(1e-7);
    }
    for (JsonNode chosen : report.at("/withNoise")) {
      assertThat(chosen.at("/delta").asDouble()).isBetween(0., .3);
    }
    double ofLittlePrivacy = report.at("/withNoise/1/paperLdp").asDouble();
    assertThat(ofLittlePrivacy).isLessThan(report.at("/withNoise/0/paperLdp").asDouble());
    assertThat(byEpsilon).content().contains(">power method<", ">noise on rows<");
    assertThat(bySteps).content().contains(">epsilon 20.0<");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wine_data.csv", "breast_cancer.csv", "diabetes_data.csv.gz"})
  void ddppm_withoutNoise_findsTenComponentsOfPublicData(String name) throws IOException {
    JsonNode report =
        new LabCommand("ddppm", "--data=" + shared().resolve(name)).report("--runs=0");

    assertThat(report.at("/withoutNoise")).hasSize(10);
    for (JsonNode found : report.at("/withoutNoise")) {
      assertThat(found.at("/sine").asDouble()).isLessThan(1e-6);
    }
  }

  /// Bars of the reproduction; local noise as its own paper has it.
  @Test
  void ddppm_withNoise_isAsGoodOnWineAsItsPaperSays() throws IOException {
    JsonNode found =
        new LabCommand("ddppm", "--data=" + shared().resolve("wine_data.csv"))
            .report("--components=1", "--draws=1", "--runs=" + RUNS)
            .at("/withNoise");

    double[] bars = {.69, .69, .52, .32};
    for (int n = 0; n < bars.length; n++) {
      JsonNode chosen = found.get(n);
      JsonNode best = chosen.at("/best");
      assertThat(best.at("/error").get(best.at("/steps").asInt() - 1).asDouble())
          .isLessThanOrEqualTo(bars[n]);
      assertThat(chosen.at("/delta").asDouble())
          .isPositive()
          .isLessThanOrEqualTo(chosen.at("/limit").asDouble());
    }
  }

  private static Path shared() {
    Path data = SharedData.find("uci").orElse(null);
    Assumptions.assumeTrue(data != null, "no ../shared/data/uci: the public tables are not tried");
    return data;
  }

  @Test
  void ddppm_whatCannotBeUsed_isRefusedByName() throws IOException {
    LabCommand command = new LabCommand("ddppm");
    assertThat(command.run("--data=" + directory.resolve("none"))).isEqualTo(2);
    Path words = Files.writeString(directory.resolve("words"), "5 2\n3 four\n");
    assertThat(command.run("--data=" + words)).isEqualTo(2);
    assertThat(command.err()).contains("row 2").contains("no number");
    Path uneven = Files.writeString(directory.resolve("uneven"), "1,2\n3\n");
    assertThat(command.run("--data=" + uneven)).isEqualTo(2);
    assertThat(command.err()).contains("row 2").contains("1 numbers of 2");
    Path table = table();
    assertThat(command.run("--data=" + table, "--epsilon=1", "--delta=1,.5")).isEqualTo(2);
    assertThat(command.run("--data=" + table, "--components=5")).isEqualTo(2);
    assertThat(command.run("--data=" + table, "--peers=1")).isEqualTo(2);
    assertThat(command.run("--data=" + table, "--steps=1001")).isEqualTo(2);
  }
}
