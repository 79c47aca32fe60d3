package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.FileFormat;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.SparseGfCf;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.LeadingSpectrum;
import io.privirec.lab.LabCommand;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.lab.option.DataOption;
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
    assertThat(lines).filteredOn(line -> line.startsWith("linear filter ")).hasSize(2);
    // Neither thirty items nor the same items by one step of the graph: another model.
    assertThat(lines.get(4)).startsWith("exact GF-CF all items rank 2,,,,,0.");
    assertThat(report.get("rows").get(3).get("ndcg@20").doubleValue()).isEqualTo(gfCf(directory));
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

  /// By another way than the command has: P̃, and its eigenvectors of the default rank.
  private static double gfCf(Path directory) {
    Dataset data = DataOption.read(directory, FileFormat.GUESSED);
    InteractionMatrix train = data.train();
    ItemFilter filter =
        new SparseGfCf(
            ItemGram.of(train, .5),
            LeadingSpectrum.of(train, HalvesData.ITEMS / 16).basis(),
            train.itemDegrees(),
            .3);
    return new LocalEvaluation(new TestUsers(data)).exact(filter).ndcg();
  }

  @Test
  void table_users_areASampleOrAsManyGeneratedUsers() throws Exception {
    JsonNode sample = utility.report("--users=30", "--items=30", "--runs=1");
    assertThat(sample.get("dataset").stringValue()).endsWith("-30");
    assertThat(sample.get("delta").doubleValue()).isEqualTo(1. / 30);
    JsonNode generated =
        new LabCommand("privacy", "utility", "--epsilon=10", "--runs=1").report("--users=300");
    assertThat(generated.get("dataset").stringValue()).isEqualTo("synthetic");
    assertThat(generated.get("delta").doubleValue()).isEqualTo(1. / 300);
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
    utility.refuses("--users must be in [10, 1000000]", "--users=9");
    utility.refuses("delta must be in (0, 1)", "--delta=1");
  }
}
