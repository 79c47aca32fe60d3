package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.lab.LabCommand;
import io.privirec.lab.RatedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DpalsCommandTest {
  @TempDir private Path directory;
  private LabCommand dpals;

  @BeforeEach
  void writeData() throws IOException {
    Path rated = Files.writeString(directory.resolve("rated.csv"), RatedData.csv(400, 30));
    dpals = new LabCommand("dpals", "--data=" + rated, "--participants=3", "--runs=2");
  }

  @Test
  void dpals_ofRatings_measuresErrorsBesideBaselines() throws IOException {
    Path svg = directory.resolve("quality.svg");
    JsonNode report =
        dpals.report(
            "--epsilon=20,90",
            "--splits=1,2",
            "--svg=" + svg,
            "--parameter=constant=0.5",
            "--parameter=fit.rank=3",
            "--parameter=fit.steps=3",
            "--parameter=fit.ridge.item=3");

    assertThat(report.at("/metric").asString()).isEqualTo("rmse");
    assertThat(report.at("/rows").valueStream().map(row -> row.at("/method").asString()))
        .containsExactly(
            "user mean",
            "item and user bias",
            "als",
            "dpals without noise",
            "rank 1, one step",
            "rank 1, one step",
            "dpals",
            "dpals");
    JsonNode last = report.at("/rows/7");
    assertThat(last.at("/epsilon").asDouble()).isEqualTo(90);
    assertThat(last.at("/values")).hasSize(4);
    // Two tastes are no biases.
    assertThat(last.at("/mean").asDouble()).isLessThan(report.at("/rows/1/mean").asDouble() - .5);
    assertThat(svg).content().contains("dpals without noise");
  }

  @Test
  void dpals_ofInteractions_measuresLists() throws IOException {
    JsonNode report =
        dpals.report(
            "--interactions",
            "--epsilon=50",
            "--no-baselines",
            "--parameter=fit.rank=2",
            "--losses=0");
    assertThat(report.at("/metric").asString()).isEqualTo("recall@20");
    assertThat(report.at("/rows")).hasSize(1);
    assertThat(report.at("/rows/0/mean").asDouble()).isBetween(0.0, 1.0);
  }

  /// Least squares have levels and biases, too: on 943 users, vectors alone are worse than those.
  @Test
  void dpals_ofMovieLens100K_leastSquaresAreBetterThanBiasesOnEverySplit() throws IOException {
    Path movies = Path.of("").toAbsolutePath().resolve("../../shared/data/ml-100k").normalize();
    assumeTrue(Files.isDirectory(movies), "skipped: ../shared/data/ml-100k is not there");
    Path svg = directory.resolve("quality.svg");

    JsonNode report =
        new LabCommand(
                "dpals",
                "--data=" + movies,
                "--participants=3",
                "--runs=1",
                "--splits=1,2,3",
                "--epsilon=20")
            .report("--parameter=privacy.itemsPerUser=30", "--svg=" + svg);

    JsonNode biases = report.at("/rows/1");
    JsonNode als = report.at("/rows/2");
    assertThat(biases.at("/method").asString()).isEqualTo("item and user bias");
    assertThat(als.at("/method").asString()).isEqualTo("als");
    for (int split = 0; split < 3; split++) {
      assertThat(als.at("/values").get(split).asDouble())
          .isLessThan(biases.at("/values").get(split).asDouble() - .015);
    }
    assertThat(svg).content().contains(">als<", ">item and user bias<");
  }

  /// What is compared with rank 1 are fits, not other users or ratings: where these are the same,
  /// so is the model.
  @Test
  void dpals_ofRankOne_isTheModelThatItIsComparedWith() throws IOException {
    JsonNode report =
        dpals.report(
            "--epsilon=40",
            "--parameter=privacy.itemsPerUser=12",
            "--parameter=lowest=2",
            "--parameter=highest=4",
            "--parameter=fit.rank=1",
            "--parameter=fit.steps=1");

    assertThat(report.at("/rows/4/method").asString()).isEqualTo("rank 1, one step");
    assertThat(report.at("/rows/4/values")).isEqualTo(report.at("/rows/5/values"));
    // Of ratings from 1 to 5, als knows more than a range from 2 to 4 can say.
    assertThat(report.at("/rows/2/mean").asDouble())
        .isGreaterThan(dpals.report("--epsilon=40").at("/rows/2/mean").asDouble() + .1);
  }

  /// The same sessions, solved with what a catalogue tells of items and without.
  @Test
  void dpals_withACatalogue_measuresWhatItsCategoriesAdd() throws IOException {
    Path catalogue =
        Files.writeString(
            directory.resolve("catalogue.ndjson"),
            IntStream.range(0, 80)
                .mapToObj(item ->
                    "{\"id\":\"i%03d\",\"categories\":[\"%s\"]}\n"
                        .formatted(item, item % 2 == 0 ? "even" : "odd"))
                .collect(Collectors.joining()));
    // Lists of 20 must be shorter than what is left to recommend.
    Path many = Files.writeString(directory.resolve("many.csv"), RatedData.csv(400, 80));
    JsonNode report =
        new LabCommand("dpals", "--data=" + many, "--participants=3", "--runs=2")
            .report(
                "--interactions",
                "--epsilon=50",
                "--no-baselines",
                "--parameter=fit.rank=2",
                "--parameter=fit.frequent=1",
                "--catalogue=" + catalogue,
                "--parameter=itemFeatures.weight=100");

    assertThat(report.at("/rows").valueStream().map(row -> row.at("/method").asString()))
        .containsExactly("dpials", "dpials with categories");
    assertThat(report.at("/rows/1/values")).isNotEqualTo(report.at("/rows/0/values"));
    dpals.refuses("--catalogue goes with --interactions", "--catalogue=" + catalogue);
    dpals.refuses(
        "itemFeatures with --catalogue", "--interactions", "--parameter=itemFeatures.weight=1");
    dpals.refuses("--catalogue: ", "--interactions", "--catalogue=" + directory.resolve("none"));
  }

  @Test
  void dpals_whatCannotBeUsed_isRefused() {
    dpals.refuses("the parameters", "--parameter=fit.ranks=2");
    dpals.refuses("--losses must be in [0, 0]", "--losses=1");
    new LabCommand("dpals").refuses("--data is missing");
  }

  /// Within 1.3 % of the printed epsilon, but for the two columns whose printed noise is too large
  /// (dp_golden.json of the project's reference values: 7.387 and 14.871).
  @Test
  void account_ofTheSettingsOfTable4_isTheirEpsilon() {
    for (Table4Command.Column column : Table4Command.COLUMNS) {
      double paper = column.epsilon(io.privirec.privacy.Conversion.MIRONOV);
      double tight = column.epsilon(io.privirec.privacy.Conversion.CKS);
      boolean isTooLarge = column.dataset().equals("ml-10m-top400") && column.printed() >= 8;
      if (isTooLarge) {
        assertThat(paper).isCloseTo(column.printed() == 8 ? 7.3865 : 14.8708, within(1e-3));
      } else {
        assertThat(paper / column.printed()).isCloseTo(1, within(.013));
      }
      assertThat(tight).isLessThan(paper);
    }
  }
}
