package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.option.JsonOption;
import io.privirec.lab.rehearsal.RehearsalReport;
import io.privirec.stage.meters.PhaseTraffic.PhaseLine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lab rehearse} against the real services, with vectors that the disk may not hold. */
class RehearsalIT {
  private static final long VECTOR_BYTES = 3_000_000L * Integer.BYTES;

  @TempDir private Path home;

  @Test
  void rehearse_inAWindow_completesAndLeavesNothing() throws Exception {
    Path json = home.resolve("report.json");
    try (LabRun run =
        LabRun.startCommand(
            home,
            List.of(
                "rehearse",
                "--participants=3",
                "--round-kind=closed",
                "--elements=3000000",
                "--staging-budget=32MB",
                "--heap=256m",
                "--max-anonymous=4GB",
                "--json=" + json))) {
      assertThat(run.awaitExit()).as(run.output()).isZero();
      run.assertNothingIsLeft();
      assertThat(run.runDirectory()).doesNotExist();
    }
    RehearsalReport report = JsonOption.read(json, RehearsalReport.class);
    assertThat(report.passed()).isTrue();
    assertThat(report.failures()).isEmpty();
    assertThat(report.status()).isEqualTo("COMPLETED");
    assertThat(report.roundKind()).isEqualTo("closed");
    assertThat(report.survivors()).isEqualTo(3);
    assertThat(report.phases())
        .extracting(PhaseLine::phase)
        .containsExactly("ADVERTISE_KEYS", "ENCAPSULATE_KEYS", "MASKED_INPUT");
    assertThat(report.phases().stream().mapToLong(PhaseLine::bytesIn).sum())
        .isGreaterThanOrEqualTo(3 * VECTOR_BYTES);
    assertThat(report.staging().mode()).isEqualTo("windowed");
    assertThat(report.staging().diskBytes()).isBetween(VECTOR_BYTES, 32L << 20);
    assertThat(report.plannedBytesPerParticipant()).isEqualTo(VECTOR_BYTES);
    // The vectors, and more for the protocol.
    assertThat(report.uploadedBytes()).isBetween(3 * VECTOR_BYTES, 4 * VECTOR_BYTES);
    assertThat(report.peakDiskBytes()).isLessThan(32L << 20);
    assertThat(report.coordinator().maxHeapBytes()).isEqualTo(256L << 20);
    assertThat(report.client().peakHeapBytes()).isBetween(1L << 20, 256L << 20);
  }
}
