package io.privirec.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.LabCommand;
import io.privirec.lab.option.JsonOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small campaign against the real services. The seed is fixed, what the kills meet is not: a
 * failure names what was broken, and the logs that are kept say how. Not part of {@code ./test},
 * which has to say the same about the same commit twice; {@code -Dit.test=SmallCrashCampaign} runs
 * it.
 */
class SmallCrashCampaign {
  @TempDir private Path directory;

  @Test
  void campaign_tenKills_breaksNothing() throws Exception {
    Path json = directory.resolve("report.json");
    new LabCommand("crash-campaign")
        .succeeds(
            "--kills=10",
            "--seed=5",
            "--participants=6",
            "--clients=2",
            "--max-minutes=10",
            "--json=" + json);

    CampaignReport report = JsonOption.read(json, CampaignReport.class);
    assertThat(report.kills()).hasSize(10);
    assertThat(report.checks()).allMatch(CampaignReport.Check::passed);
    assertThat(report.sessions().published()).isPositive();
  }
}
