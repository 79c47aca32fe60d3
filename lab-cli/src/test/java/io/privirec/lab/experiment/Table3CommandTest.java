package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.lab.LabCommand;
import io.privirec.lab.privirec.Recommender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class Table3CommandTest {
  private static final int ITEMS = HalvesData.ITEMS;

  @TempDir private Path directory;
  private LabCommand table3;

  @BeforeEach
  void writeData() throws IOException {
    table3 = HalvesData.command(directory, "table3");
  }

  @Test
  void table_bothFilters_hasARowForEachModelAndTheFederatedAgree() throws IOException {
    Path csv = directory.resolve("table.csv");

    JsonNode report =
        table3.report(
            "--participants=4",
            "--folded",
            "--models=linear,gf-cf,bspm-lm,bspm-em,turbo-cf",
            "--csv=" + csv);

    List<String> onGram = List.of("linear", "gf-cf", "bspm-lm", "bspm-em", "turbo-cf");
    List<String> names = new ArrayList<>(List.of("popularity central"));
    onGram.forEach(model -> names.add(model + " central"));
    onGram.forEach(model -> names.add(model + " federated"));
    assertThat(report.get("rows").valueStream())
        .extracting(row -> row.get("model").asString() + " " + row.get("filters").asString())
        .containsExactlyElementsOf(names);
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

    table3.succeeds("--participants=4", "--csv=" + csv);

    assertThat(Files.readAllLines(csv).stream().filter(line -> line.contains("federated")))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactly("linear", "gf-cf", "turbo-cf");
  }

  @Test
  void files_thatCannotBeWritten_areRefusedBeforeAnythingIsMeasured() {
    table3.refuses("--csv: cannot write", "--csv=" + directory.resolve("none/table.csv"));
  }

  @Test
  void table_someModels_hasTheirRowsOnly() throws IOException {
    Path csv = directory.resolve("table.csv");

    table3.succeeds("--filters=central", "--models=turbo-cf,linear", "--csv=" + csv);

    assertThat(Files.readAllLines(csv))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactly("model", "popularity", "linear", "turbo-cf");
    table3.refuses("--models must be some of [linear, gf-cf,", "--models=spectral");
  }

  @Test
  void table_paperNumbers_areThoseOfTheDataSet() {
    assertThat(PaperTable3.ndcg("gowalla", Recommender.GF_CF, true)).isEqualTo(.1528);
    assertThat(PaperTable3.ndcg("gowalla", Recommender.BSPM_EM, true)).isNull();
    assertThat(PaperTable3.ndcg("netflix", Recommender.GF_CF, false)).isNull();
  }

  @Test
  void table_whatCannotBeUsed_isRefusedByName() {
    table3.refuses("--filters must be central, federated or both", "--filters=local");
    table3.refuses("--participants must be in [3, 64]", "--participants=2");
  }
}
