package io.privirec.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.evaluation.GramComparison;
import io.privirec.lab.evaluation.Quality;
import io.privirec.lab.option.JsonOption;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.PriviRecKParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SummaryTest {
  @TempDir private Path directory;

  private static Summary summary(Long peak) {
    return summary(peak, null, null);
  }

  private static Summary summary(
      Long peak, GramComparison gram, Summary.PrivateResult privateResult) {
    Quality quality = new Quality(.25, .5, 7);
    return new Summary(
        new Summary.DatasetSummary("ml", 9, 8, 70, "ab"),
        new Summary.SessionSummary(
            "privirec-k",
            PriviRecKParameters.gfCf(4, 2, .3, 1L, 4, 1000),
            "semi-honest",
            5,
            List.of(2),
            List.of(1),
            List.of(new SessionView.Missing("participant-03", 1, 1, "MASKED_INPUT")),
            3,
            12.5),
        Map.of("import", 1.5),
        new Summary.Bytes(100, 200),
        new Summary.Disk(5000, 4000),
        new Summary.Processes(
            new Summary.Memory(peak, 1000),
            new Summary.Memory(peak, 1000),
            new Summary.Memory(peak, 1000)),
        null,
        privateResult,
        gram,
        new UsedData(
            6,
            50,
            60,
            List.of(
                new UsedData.Removed("minSupport", "5", 2, 7, null),
                new UsedData.Removed("privacy.itemsPerUser", "20", 0, 3, "item-degrees"))),
        new Summary.ListQuality(quality, quality, quality, quality, new Quality(.75, .8, 7)),
        Summary.Spread.of(
            List.of(1L, 2L, 3L),
            List.of(Map.of("rmse", 1.), Map.of("rmse", 2.), Map.of("rmse", 6.)),
            0));
  }

  private static Summary.PrivacySummary privacy(double ofLastHolder) {
    return new Summary.PrivacySummary(
        1e-6,
        .99,
        .99,
        .99,
        Map.of("participant-01", .99, "participant-02", ofLastHolder),
        .99,
        List.of("zcdp:rho=0.02"),
        0);
  }

  @Test
  void privacy_planOfSumsThatWereNotOpened_isLarger() {
    Map<String, Double> holders = Map.of("participant-01", .5);
    List<String> opened = List.of("zcdp:rho=0.01");
    assertThat(new Summary.PrivacySummary(1e-6, .99, .5, .5, holders, .5, opened, 1).agrees())
        .isTrue();
    assertThat(new Summary.PrivacySummary(1e-6, .99, .5, .5, holders, .5, opened, 0).agrees())
        .isFalse();
    assertThat(new Summary.PrivacySummary(1e-6, .5, .5, .5, holders, .5, opened, 1).agrees())
        .isFalse();
  }

  @Test
  void privacy_oneLedgerDiffersInTheLastDigit_doesNotAgree() {
    assertThat(privacy(.99).agrees()).isTrue();
    assertThat(privacy(Math.nextUp(.99)).agrees()).isFalse();
  }

  @Test
  void write_names_areTheDocumentedOnes() throws IOException {
    Path file = directory.resolve("summary.json");
    JsonOption.write(file, summary(500L));
    JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(file));
    assertThat(json.propertyNames())
        .containsExactlyInAnyOrder(
            "dataset",
            "session",
            "stages",
            "bytes",
            "disk",
            "processes",
            "used",
            "quality",
            "spread");
    assertThat(json.path("used").propertyNames())
        .containsExactlyInAnyOrder("items", "interactions", "trainInteractions", "removed");
    assertThat(json.at("/used/removed/0").propertyNames())
        .containsExactlyInAnyOrder("setting", "value", "items", "interactions");
    assertThat(json.at("/spread/metrics/rmse").propertyNames())
        .containsExactlyInAnyOrder("mean", "standardDeviation", "values");
    assertThat(json.path("disk").propertyNames())
        .containsExactlyInAnyOrder("plannedBytes", "peakBytes");
    assertThat(json.path("dataset").propertyNames())
        .containsExactlyInAnyOrder("name", "users", "items", "interactions", "sha256");
    assertThat(json.path("session").propertyNames())
        .contains("algorithm", "parameters", "participants", "cells", "rounds", "seconds");
    assertThat(json.path("bytes").propertyNames())
        .containsExactlyInAnyOrder("upPerParticipant", "downPerParticipant");
    for (String process : List.of("coordinator", "client", "recommender")) {
      assertThat(json.path("processes").path(process).propertyNames())
          .containsExactlyInAnyOrder("peakRssBytes", "maxHeapBytes");
    }
    for (String recommender : List.of("service", "central", "popularity", "exactGfCf")) {
      assertThat(json.path("quality").path(recommender).propertyNames())
          .containsExactlyInAnyOrder("ndcg@20", "recall@20", "users");
    }
  }

  @Test
  void read_whatWasWritten_isTheSame() throws IOException {
    Path file = directory.resolve("summary.json");
    JsonOption.write(file, summary(null));
    assertThat(JsonOption.read(file, Summary.class)).isEqualTo(summary(null));
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void summary_ofAnItemGramMatrix_tellsHowFarItIsFromTheCentralOne() throws IOException {
    Path file = directory.resolve("summary.json");
    Summary summary = summary(500L, new GramComparison(70, 3e-9, 4.7e-9, 0), null);
    JsonOption.write(file, summary);

    assertThat(JsonMapper.shared().readTree(Files.readAllBytes(file)).path("gram").propertyNames())
        .contains("entries", "largestDifference", "bound", "beyond");
    assertThat(JsonOption.read(file, Summary.class)).isEqualTo(summary);
    assertThat(SummaryTable.of(summary))
        .anyMatch(line -> line.contains("70 entries, at most 3.00e-09 from the central ones"));
  }

  @Test
  void summary_withAPrivateResult_showsItBeforeTheOneWithoutNoise() throws IOException {
    Path file = directory.resolve("summary.json");
    var first = new Summary.PrivateResult("privirec", 2.9999, 1e-6, new Quality(.2, .4, 7));
    Summary summary = summary(500L, null, first);
    JsonOption.write(file, summary);

    assertThat(JsonOption.read(file, Summary.class)).isEqualTo(summary);
    List<String> lines = SummaryTable.of(summary);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("  private: ") || line.startsWith("  service: "))
        .satisfiesExactly(
            line -> assertThat(line).contains("private: privirec, epsilon 3.00").contains("0.2000"),
            line -> assertThat(line).contains("service: asked over HTTP").contains("0.2500"));
  }

  @Test
  void table_referenceRemovedDataAndSpread_areTold() {
    assertThat(SummaryTable.of(summary(null)))
        .contains(
            "  exact GF-CF: all data, no noise                0.7500     0.8000        7",
            "data used      6 of 8 items, 50 of 60 train interactions",
            "  removed      2 items with 7 interactions by minSupport=5",
            "  removed      0 items with 3 interactions by privacy.itemsPerUser=20, only in the sum item-degrees",
            "  rmse                                           3.0000     2.6458");
  }

  @Test
  void table_missingParticipant_isNamed() {
    assertThat(SummaryTable.of(summary(null)))
        .anyMatch(line -> line.contains("participant-03, in round 2, phase MASKED_INPUT"))
        .anyMatch(line -> line.contains("5 participants in cell 2"))
        .anyMatch(line -> line.contains("coordinator unknown"));
  }
}
