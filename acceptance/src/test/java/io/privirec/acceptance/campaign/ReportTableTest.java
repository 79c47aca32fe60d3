package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.acceptance.campaign.Attendant.Kill;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.run.Sessions;
import io.privirec.wire.SessionView.Failure;
import io.privirec.wire.SessionView.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportTableTest {
  private static final CampaignSettings SETTINGS =
      CommandLine.populateCommand(new CampaignSettings(), "--kills=2", "--seed=42");

  @TempDir private Path directory;

  private static Kill kill(int number, String service, Moment moment, boolean hit) {
    return new Kill(
        new PlannedKill(
            number, Target.HOST, 0, Optional.of(Moment.UNMASK), Duration.ofMillis(5), false, 0),
        Target.HOST,
        service,
        List.of(moment),
        hit);
  }

  private static CampaignReport report(Findings findings) {
    Failure lost = new Failure("too-few-survivors", "gone");
    return CampaignReport.of(
        SETTINGS,
        List.of(
            kill(1, "client-1", Moment.UNMASK, true), kill(2, "client-2", Moment.FOLDING, false)),
        List.of(
            Sessions.view(
                Status.PUBLISHED,
                null,
                Sessions.round(0, 1, "FAILED", List.of(), lost),
                Sessions.round(0, 2, "DONE"),
                Sessions.round(1, 1, "DONE", Sessions.COHORT.subList(1, 4), null)),
            Sessions.view(Status.FAILED, lost)),
        findings,
        Duration.ofSeconds(9));
  }

  @Test
  void of_everythingHeld_passesAndCounts() throws Exception {
    CampaignReport report = report(new Findings(_ -> {}));
    assertThat(report.passed()).isTrue();
    assertThat(report.aimed()).isEqualTo(new CampaignReport.Aimed(2, 1));
    assertThat(report.sessions())
        .isEqualTo(
            new CampaignReport.Sessions(
                2,
                1,
                0,
                1,
                0,
                Map.of("too-few-survivors", 1),
                2,
                1,
                3,
                0,
                Map.of("too-few-survivors", 1)));
    assertThat(String.join("\n", ReportTable.of(report)))
        .contains("client host")
        .containsPattern("all +1 +1 +· +2")
        .contains(
            "2 started, 1 published (1 after retries, 0 without a cell), 0 rehearsed; failed: 1 too-few")
        .contains("2 sums opened (1 without somebody), 3 attempts (0 windowed)")
        .contains("PASS  every planned kill was made")
        .contains("PASSED: 2 of 2 kills in 9 s, seed 42")
        .doesNotContain("FAIL ");
    Path file = directory.resolve("report.json");
    JsonOption.write(file, report);
    assertThat(JsonOption.read(file, CampaignReport.class)).isEqualTo(report);
  }

  @Test
  void of_somethingBroken_failsAndSaysWhat() {
    Findings findings = new Findings(_ -> {});
    findings.add(Invariant.NO_FILES, "coordinator: /data/blobs/drafts/chunk1");
    assertThat(String.join("\n", ReportTable.of(report(findings))))
        .contains("FAIL  no chunks, sums")
        .contains("/data/blobs/drafts/chunk1")
        .contains("FAILED: 2 of 2 kills");
  }
}
