package io.privirec.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.lab.LabCommand;
import io.privirec.lab.RatedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class FedPowerCommandTest {
  @TempDir Path directory;

  private JsonNode report(String... options) throws IOException {
    return reportOf(8, 2, options);
  }

  private JsonNode reportOf(int nodes, int seeds, String... options) throws IOException {
    Path csv = Files.writeString(directory.resolve("rated.csv"), RatedData.csv(200, 40));
    return new LabCommand(
            "fedpower", "--data=" + csv, "--nodes=" + nodes, "--rank=3", "--seeds=" + seeds)
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

  /// Clipped rows have other singular vectors; what noise does grows with it.
  @Test
  void fedpower_drawsDistancesAgainstNoiseAndNorms() throws IOException {
    Path svg = directory.resolve("swept.svg");
    JsonNode rows =
        report(
                "--rounds=40",
                "--noise=NONE,EVERY_STEP",
                "--sigma=0.01,0.1",
                "--clip=3,1000",
                "--svg=" + svg)
            .at("/rows");

    assertThat(svg)
        .content()
        .contains(">EVERY_STEP, 3.0<", ">EVERY_STEP, 1000.0<", ">standard deviation of the noise<");
    assertThat(rows.valueStream().map(row -> row.at("/sigma").asDouble()))
        .containsExactly(0., 0., .01, .01, .1, .1);
    assertThat(rows.valueStream().map(row -> row.at("/clip").asDouble()))
        .containsExactly(3., 1000., 3., 1000., 3., 1000.);
    assertThat(rows.at("/0/mean").asDouble()).isGreaterThan(rows.at("/1/mean").asDouble());
    assertThat(rows.at("/5/mean").asDouble()).isGreaterThan(rows.at("/3/mean").asDouble());
    // A rotation is never nearer than the subspaces, and never further than √2 of that.
    rows.valueStream()
        .forEach(row ->
            assertThat(row.at("/procrustes").asDouble())
                .isBetween(
                    row.at("/mean").asDouble() * (1 - 1e-9),
                    row.at("/mean").asDouble() * Math.sqrt(2) + 1e-9));
  }

  @Test
  void fedpower_costsAreThoseOfSessions() throws IOException {
    JsonNode report = reportOf(3, 1, "--rounds=2", "--noise=NONE", "--costs");

    assertThat(report.at("/costs").valueStream().map(row -> row.at("/algorithm").asString()))
        .containsExactly("fedpower", "fedpower-utility", "fedpower-private");
    // 40 items in three columns, eight bytes each.
    assertThat(report.at("/costs/0/cost/bytesUp").asLong()).isEqualTo(40 * 3 * 8);
    // Twice 120 numbers, and two ciphertexts.
    assertThat(report.at("/costs/1/cost/bytesUp").asLong()).isEqualTo(2 * 40 * 3 * 8 + 2 * 768);
    report
        .at("/costs")
        .valueStream()
        .forEach(row -> {
          assertThat(row.at("/cost/deviceSeconds").asDouble()).isPositive();
          assertThat(row.at("/cost/serverSeconds").asDouble()).isPositive();
        });
  }

  /// Noise for all that a node sends leaves nothing of the sums of eight nodes; they cost the same.
  @Test
  void fedpower_costsOfLocalSteps_areHadWhateverNoiseLeaves() throws IOException {
    JsonNode report = reportOf(8, 1, "--rounds=2", "--local-steps=2", "--noise=NONE", "--costs");

    assertThat(report.at("/costs/2/cost/deviceSeconds").asDouble()).isPositive();
  }

  /// The reference numbers of the paper's settings: 100 nodes, rank 10, σ = .1, 92 sums.
  @Test
  void fedpower_quotesThePaper_asNoGuarantee() throws IOException {
    JsonNode said =
        new LabCommand("fedpower", "--nodes=3", "--seeds=1", "--noise=NONE", "--rounds=92")
            .report("--paper-delta=1e-5")
            .at("/notSoundGuarantees/0");

    assertThat(said.at("/textbook").asDouble()).isCloseTo(3.064123889960644, within(1e-12));
    assertThat(said.at("/exact").asDouble()).isCloseTo(2.594383380527607, within(1e-9));
    assertThat(said.at("/ofAll").asDouble()).isCloseTo(43.51687974839688, within(1e-8));
  }

  @Test
  void fedpower_whatCannotBeUsed_isRefused() {
    LabCommand fedpower = new LabCommand("fedpower");
    fedpower.refuses("--rounds must be a multiple of --local-steps", "--local-steps=5");
    fedpower.refuses("--k must be in [1, 10]", "--k=11");
    fedpower.refuses("--sigma must be finite and not negative", "--sigma=.1,-1");
    fedpower.refuses("--clip must be finite and positive", "--clip=0");
    fedpower.refuses("--nodes with --costs must be in [3, 200]", "--costs", "--nodes=2");
    fedpower.refuses(
        "needs noise to draw",
        "--noise=NONE",
        "--sigma=.1,.2",
        "--svg=" + directory.resolve("empty.svg"));
    fedpower.refuses("--paper-delta must be inside (0, 1)", "--paper-delta=1");
    fedpower.refuses("does not exist", "--data=" + directory.resolve("none"));
  }
}
