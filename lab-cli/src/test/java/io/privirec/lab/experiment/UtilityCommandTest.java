package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class UtilityCommandTest {
  @TempDir private Path directory;
  private LabCommand utility;

  @BeforeEach
  void writeData() throws IOException {
    HalvesData.command(directory, "evaluate");
    utility = new LabCommand("privacy", "utility", "--data=" + directory, "--epsilon=50,100");
  }

  @Test
  void table_closedAndTolerant_hasARowForEachBesideWhatTheyAreComparedWith() throws Exception {
    Path csv = directory.resolve("utility.csv");
    Path svg = directory.resolve("utility.svg");

    JsonNode report =
        utility.report("--items=30,40", "--losses=0,2", "--runs=2", "--csv=" + csv, "--svg=" + svg);

    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(1 + 4 + 2 * 2 * 2);
    assertThat(lines.get(1)).startsWith("popularity,,,,,0.");
    assertThat(lines).filteredOn(line -> line.startsWith("exact")).hasSize(3);
    // All of them are all: the same filter.
    assertThat(lines.get(3).replace("40 items", "all items")).isEqualTo(lines.get(4));
    assertThat(lines).filteredOn(line -> line.contains(",100.0,30,2,")).hasSize(1);
    JsonNode row = report.get("rows").get(4);
    assertThat(row.get("ndcgs").size()).isEqualTo(2);
    // At hardly any noise, in halves: better than what is popular.
    assertThat(row.get("ndcg@20").doubleValue())
        .isGreaterThan(1.1 * report.get("rows").get(0).get("ndcg@20").doubleValue());
    // Of counts with hardly any noise: nearly that of exact counts.
    assertThat(row.get("ndcg@20OfNoisyPopularity").doubleValue())
        .isBetween(
            .9 * report.get("rows").get(0).get("ndcg@20").doubleValue(),
            1.1 * report.get("rows").get(0).get("ndcg@20").doubleValue());
    assertThat(report.get("delta").doubleValue()).isEqualTo(1. / HalvesData.USERS);
    var drawing = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
    assertThat(drawing.getElementsByTagName("polyline").getLength()).isEqualTo(4 + 4);
  }

  @Test
  void table_settingWithNothingButNoise_saysSo() throws Exception {
    JsonNode report = utility.report("--epsilon=0.01", "--items=40", "--runs=1");
    assertThat(report.get("rows").size()).isEqualTo(3 + 2);
    assertThat(report.get("failures").get(0).stringValue())
        .startsWith("epsilon 0.01, 40 items, 0 losses: the session failed, noise-above-signal: ");
  }

  @Test
  void table_sameSeed_hasTheSameDigits() throws Exception {
    String[] options = {"--items=40", "--runs=1", "--seed=7"};
    JsonNode first = utility.report(options);
    assertThat(utility.report(options)).isEqualTo(first);
  }

  @Test
  void table_whatCannotBeUsed_isRefusedByName() {
    utility.refuses("items must be in [2, 40], the catalogue", "--items=41");
    utility.refuses("at most 4 of 10 may be lost", "--losses=5");
    utility.refuses("--runs must be in [1, 100]", "--runs=0");
    utility.refuses("delta must be in (0, 1)", "--delta=1");
  }
}
