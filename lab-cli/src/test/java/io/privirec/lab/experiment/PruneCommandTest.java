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
import tools.jackson.databind.json.JsonMapper;

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

    PruneReport report = JsonMapper.shared().treeToValue(written, PruneReport.class);
    assertThat(report.points()).extracting(PruneReport.Point::topN).containsExactly(1, 8, 40);
    PruneReport.Point whole = report.points().getLast();
    assertThat(whole.overlap()).isGreaterThan(.7);
    assertThat(whole.loss()).isBetween(-.02, .02);
    assertThat(report.points().getFirst().entries()).isEqualTo(HalvesData.ITEMS);
    assertThat(report.points().getFirst().bytes()).isLessThan(whole.bytes());
    assertThat(report.chosen()).isNotNull();
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(1)).startsWith("1,40,");
    assertThat(written.get("validation").asString()).isNotEqualTo(written.get("sha256").asString());
  }

  @Test
  void of_points_choosesTheSmallestNThatLosesNoMore() {
    List<PruneReport.Point> points =
        List.of(
            PruneReport.Point.of(10, 1, 1, .8, 1, 1),
            PruneReport.Point.of(20, 1, 1, .99, 1, 1),
            PruneReport.Point.of(40, 1, 1, 1.1, 1, 1));
    assertThat(PruneReport.of("d", "s", "v", "gf-cf", "", 1, .02, points).chosen()).isEqualTo(20);
    assertThat(PruneReport.of("d", "s", "v", "gf-cf", "", 1, .001, points).chosen()).isEqualTo(40);
    PruneReport none = PruneReport.of("d", "s", "v", "gf-cf", "", 1, 0, points.subList(0, 1));
    assertThat(none.chosen()).isNull();
    assertThat(none.verdict()).isEqualTo("No N loses at most 0.0.");
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
