package io.privirec.lab.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.option.JsonOption;
import io.privirec.lab.rehearsal.RehearsalReport.Memory;
import io.privirec.lab.run.ByteSize;
import io.privirec.lab.run.Sessions;
import io.privirec.stage.meters.PhaseTraffic.PhaseLine;
import io.privirec.wire.SessionView;
import io.privirec.wire.SessionView.Status;
import io.privirec.wire.StagingView;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalReportTest {
  private static final ByteSize LIMIT = ByteSize.ofMebibytes(600);
  @TempDir private Path directory;

  private static Memory memory(Integer anonymousMebibytes) {
    return new Memory(
        anonymousMebibytes == null ? null : ByteSize.ofMebibytes(anonymousMebibytes).bytes(),
        100L << 20,
        null,
        512L << 20);
  }

  private static SessionView session(Status status, SessionView.Failure failure) {
    return Sessions.view(status, failure);
  }

  @Test
  void failures_ofACompletedSessionWithinTheLimit_areNone() {
    SessionView completed = session(Status.COMPLETED, null);
    assertThat(RehearsalReport.failures(LIMIT, completed, memory(600), memory(1))).isEmpty();
    assertThat(RehearsalReport.failures(null, completed, memory(9000), memory(null))).isEmpty();
  }

  @Test
  void failures_aboveTheLimit_nameTheService() {
    SessionView completed = session(Status.COMPLETED, null);
    assertThat(RehearsalReport.failures(LIMIT, completed, memory(10), memory(601)))
        .containsExactly(
            "client-1 took 601.0 MiB of anonymous memory; --max-anonymous is 600.0 MiB");
    assertThat(RehearsalReport.failures(LIMIT, completed, memory(null), memory(10)))
        .containsExactly(
            "coordinator: its anonymous memory was not seen, --max-anonymous not checked");
  }

  @Test
  void failures_ofASessionThatFailed_sayWhy() {
    SessionView failed =
        session(Status.FAILED, new SessionView.Failure("rehearsal-sum-wrong", "element 7"));
    assertThat(RehearsalReport.failures(LIMIT, failed, memory(10), memory(10)))
        .containsExactly("the session failed: rehearsal-sum-wrong, element 7");
  }

  @Test
  void report_inJsonAndWords_isTheSame() throws Exception {
    RehearsalReport report =
        new RehearsalReport(
            true,
            List.of(),
            "COMPLETED",
            3_000_000,
            32,
            1,
            3,
            "closed",
            1,
            3,
            12_000_000,
            new StagingView("windowed", 2, 37_000_000),
            8.7,
            List.of(new PhaseLine("MASKED_INPUT", 6.54, 36_500_000, 4_000)),
            36_000_000,
            15_000_000,
            memory(379),
            memory(null));
    Path json = directory.resolve("report.json");
    JsonOption.write(json, report);
    assertThat(JsonOption.read(json, RehearsalReport.class)).isEqualTo(report);
    assertThat(String.join("\n", RehearsalTable.of(report)))
        .contains("COMPLETED, closed rounds, 3 of 3 participants in the sum, every element right")
        .contains("staging windowed, 2 chunks, planned 35.3 MiB")
        .containsPattern("coordinator +379\\.0 MiB +100\\.0 MiB +unknown +512\\.0 MiB")
        .containsPattern("masked_input +6\\.5 +35,644\\.5 KiB +3\\.9 KiB")
        .containsPattern("client-1 +unknown");
  }
}
