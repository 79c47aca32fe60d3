package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

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

class PruneCommandTest {
  @TempDir private Path directory;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeData() throws IOException {
    HalvesData.write(directory);
  }

  private int run(String... arguments) {
    return new CommandLine(new PruneCommand())
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void prune_allEntriesKept_losesNothingAndSizesFollowN() throws IOException {
    Path json = directory.resolve("prune.json");
    Path csv = directory.resolve("prune.csv");

    assertThat(
            run(
                "--data=" + directory,
                "--model=gf-cf",
                "--max-loss=0.01",
                "--top-n=40,1,8",
                "--json=" + json,
                "--csv=" + csv))
        .as(err.toString())
        .isZero();

    PruneReport report = JsonMapper.shared().readValue(Files.readAllBytes(json), PruneReport.class);
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
    JsonNode written = JsonMapper.shared().readTree(Files.readAllBytes(json));
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
    assertThat(run("--data=" + directory, "--model=spectral", "--max-loss=.1")).isEqualTo(2);
    assertThat(err.toString()).contains("--model must be linear, gf-cf");
    assertThat(run("--data=" + directory, "--model=gf-cf", "--max-loss=1")).isEqualTo(2);
    assertThat(err.toString()).contains("--max-loss must be in [0, 1)");
    assertThat(run("--data=" + directory, "--model=gf-cf", "--max-loss=0", "--top-n=0"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--top-n must be at least 1");
  }
}
