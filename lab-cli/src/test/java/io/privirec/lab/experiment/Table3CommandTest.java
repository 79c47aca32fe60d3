package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class Table3CommandTest {
  private static final int ITEMS = HalvesData.ITEMS;

  @TempDir private Path directory;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    HalvesData.write(directory);
  }

  private int run(String... arguments) {
    return new CommandLine(new Table3Command())
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void table_bothFilters_hasARowForEachModelAndTheFederatedAgree() throws IOException {
    Path json = directory.resolve("table.json");
    Path csv = directory.resolve("table.csv");

    assertThat(
            run(
                "--data=" + directory,
                "--participants=4",
                "--folded",
                "--models=linear,gf-cf,bspm-lm,bspm-em,turbo-cf",
                "--json=" + json,
                "--csv=" + csv))
        .as(err.toString())
        .isZero();

    JsonNode report = JsonMapper.shared().readTree(Files.readAllBytes(json));
    List<String> names =
        report
            .get("rows")
            .valueStream()
            .map(row -> row.get("model").asString() + " " + row.get("filters").asString())
            .toList();
    assertThat(names)
        .containsExactly(
            "popularity central",
            "linear central",
            "gf-cf central",
            "bspm-lm central",
            "bspm-em central",
            "turbo-cf central",
            "linear federated",
            "gf-cf federated",
            "bspm-lm federated",
            "bspm-em federated",
            "turbo-cf federated");
    // With as many factors as items, all of P̃ is summed: nothing but rounding is between them.
    for (int row = 1; row <= 5; row++) {
      JsonNode central = report.get("rows").get(row);
      JsonNode federated = report.get("rows").get(row + 5);
      assertThat(federated.get("ndcg@20").asDouble())
          .as(names.get(row))
          .isCloseTo(central.get("ndcg@20").asDouble(), within(.01));
      assertThat(central.at("/folded/ndcg@20").asDouble())
          .isCloseTo(central.get("ndcg@20").asDouble(), within(.01));
    }
    long gram = 8L * (ITEMS + 1) + 4L * ITEMS * (ITEMS + 1) / 2;
    assertThat(report.at("/rows/6/bytesUp").asLong()).isEqualTo(gram);
    assertThat(report.at("/rows/7/bytesUp").asLong()).isEqualTo(gram + 4L * 2 * ITEMS * ITEMS);
    assertThat(report.get("pairs").get("entries").asLong()).isPositive();
    assertThat(Files.readAllLines(csv)).hasSize(12);
  }

  @Test
  void table_noModelsNamed_leavesOutWhatTakesHoursFromSums() throws IOException {
    Path csv = directory.resolve("table.csv");

    assertThat(run("--data=" + directory, "--participants=4", "--csv=" + csv)).isZero();

    assertThat(Files.readAllLines(csv).stream().filter(line -> line.contains("federated")))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactly("linear", "gf-cf", "turbo-cf");
  }

  @Test
  void files_thatCannotBeWritten_areRefusedBeforeAnythingIsMeasured() {
    assertThat(run("--data=" + directory, "--csv=" + directory.resolve("none/table.csv")))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--csv: cannot write");
  }

  @Test
  void table_someModels_hasTheirRowsOnly() throws IOException {
    Path csv = directory.resolve("table.csv");

    assertThat(
            run(
                "--data=" + directory,
                "--filters=central",
                "--models=turbo-cf,linear",
                "--csv=" + csv))
        .as(err.toString())
        .isZero();

    assertThat(Files.readAllLines(csv))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactly("model", "popularity", "linear", "turbo-cf");
    assertThat(run("--data=" + directory, "--models=spectral")).isEqualTo(2);
    assertThat(err.toString()).contains("--models must be some of [linear, gf-cf,");
  }

  @Test
  void table_paperNumbers_areThoseOfTheDataSet() {
    assertThat(PaperTable3.ndcg("gowalla", Recommender.GF_CF, true)).hasValue(.1528);
    assertThat(PaperTable3.ndcg("gowalla", Recommender.BSPM_EM, true)).isEmpty();
    assertThat(PaperTable3.ndcg("netflix", Recommender.GF_CF, false)).isEmpty();
  }

  @Test
  void table_whatCannotBeUsed_isRefusedByName() {
    assertThat(run("--data=" + directory, "--filters=local")).isEqualTo(2);
    assertThat(err.toString()).contains("--filters must be central, federated or both");
    assertThat(run("--data=" + directory, "--participants=2")).isEqualTo(2);
    assertThat(err.toString()).contains("--participants must be in [3, 64]");
  }
}
