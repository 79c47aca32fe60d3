package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class PruneCommandTest {
  @TempDir private Path directory;
  private LabCommand prune;

  @BeforeEach
  void writeData() throws IOException {
    prune = HalvesData.command(directory, "prune");
  }

  @Test
  void prune_allEntriesKept_losesNothingAndSizesFollowN() throws IOException {
    Path csv = directory.resolve("prune.csv");

    JsonNode written =
        prune.report("--model=gf-cf", "--max-loss=0.01", "--top-n=40,1,8", "--csv=" + csv);

    JsonNode points = written.get("points");
    assertThat(points.valueStream().map(point -> point.get("topN").asInt()))
        .containsExactly(1, 8, 40);
    JsonNode whole = points.get(2);
    assertThat(whole.get("overlap").asDouble()).isGreaterThan(.7);
    assertThat(whole.get("loss").asDouble()).isBetween(-.02, .02);
    assertThat(points.get(0).get("entries").asInt()).isEqualTo(HalvesData.ITEMS);
    assertThat(points.get(0).get("bytes").asLong()).isLessThan(whole.get("bytes").asLong());
    assertThat(written.get("chosen").isNull()).isFalse();
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(1)).startsWith("1,40,");
    assertThat(written.get("validation").asString()).isNotEqualTo(written.get("sha256").asString());
  }

  @Test
  void prune_maxLoss_choosesTheSmallestNThatLosesNoMore() throws IOException {
    JsonNode points =
        prune.report("--model=gf-cf", "--max-loss=0.99", "--top-n=1,8,40").get("points");
    double ofEight = points.get(1).get("loss").asDouble();
    assertThat(ofEight).isLessThan(points.get(0).get("loss").asDouble());

    JsonNode chosen = prune.report("--model=gf-cf", "--max-loss=" + ofEight, "--top-n=40,8,1");

    assertThat(chosen.get("chosen").asInt()).isEqualTo(8);
    assertThat(prune.run("--model=gf-cf", "--max-loss=0", "--top-n=1")).isOne();
  }

  @Test
  void mean_overlap_isThePartInCommon() {
    int[][] lists = {{1, 2, 3, 4}, {5, 6}, {}};
    int[][] others = {{4, 9, 8, 1}, {6, 5}, {1}};
    assertThat(ListOverlap.mean(lists, others)).isEqualTo(.75);
    assertThat(ListOverlap.mean(new int[0][], new int[0][])).isEqualTo(1);
  }

  @Test
  void prune_whatCannotBeUsed_isRefusedByName() {
    prune.refuses("--model must be linear, gf-cf", "--model=spectral", "--max-loss=.1");
    prune.refuses("--max-loss must be in [0, 1)", "--model=gf-cf", "--max-loss=1");
    prune.refuses("--top-n must be at least 1", "--model=gf-cf", "--max-loss=0", "--top-n=0");
  }
}
