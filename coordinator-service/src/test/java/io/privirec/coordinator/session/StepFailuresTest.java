package io.privirec.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepFailuresTest {
  private final RuntimeException defect = new IllegalStateException("a defect");
  private final RuntimeException outage =
      new IllegalStateException(new SQLException("no connection", "08006"));

  private final IOException fileFault = new IOException("a file");

  @TempDir private Path directory;
  private StepFailures failures;

  @BeforeEach
  void onADiskWithRoom() {
    failures = new StepFailures(new DiskOutage(directory, 0));
  }

  @Test
  void add_fiveDefectsInARow_areTooMany() {
    Duration pause = Duration.ZERO;
    for (int failure = 1; failure <= StepFailures.MOST; failure++) {
      assertThat(failures.areTooMany()).isFalse();
      failures.add(defect);
      assertThat(failures.count()).isEqualTo(failure);
      assertThat(failures.pause()).isGreaterThan(pause);
      pause = failures.pause();
    }
    assertThat(failures.areTooMany()).isTrue();
  }

  @Test
  void add_outages_areNeverTooMany() {
    for (int failure = 0; failure < 100; failure++) {
      failures.add(outage);
      assertThat(failures.awaited()).contains(StepFailures.Awaited.DATABASE);
      assertThat(failures.areTooMany()).isFalse();
    }
    assertThat(failures.count()).isZero();
  }

  @Test
  void add_outageAmongDefects_doesNotEndTheSession() {
    for (int failure = 0; failure < StepFailures.MOST; failure++) {
      failures.add(defect);
    }
    failures.add(outage);
    assertThat(failures.areTooMany()).isFalse();
    failures.add(defect);
    assertThat(failures.areTooMany()).isTrue();
  }

  @Test
  void add_filesOnAFullDisk_areNeverTooMany() {
    failures = new StepFailures(new DiskOutage(directory, Long.MAX_VALUE));
    for (int failure = 0; failure < 100; failure++) {
      failures.add(failure % 2 == 0 ? fileFault : new UncheckedIOException(fileFault));
      assertThat(failures.awaited()).contains(StepFailures.Awaited.DISK);
      assertThat(failures.areTooMany()).isFalse();
      assertThat(failures.pause()).isPositive();
    }
    assertThat(failures.count()).isZero();
  }

  @Test
  void add_otherFailuresOnAFullDisk_areDefects() {
    failures = new StepFailures(new DiskOutage(directory, Long.MAX_VALUE));
    failures.add(defect);
    assertThat(failures.awaited()).isEmpty();
    failures.add(new NoSuchFileException("a chunk"));
    assertThat(failures.awaited()).isEmpty();
    assertThat(failures.count()).isEqualTo(2);
  }

  @Test
  void add_filesOnADiskWithRoom_areDefects() {
    failures.add(fileFault);
    assertThat(failures.awaited()).isEmpty();
    assertThat(failures.count()).isEqualTo(1);
  }

  @Test
  void failure_aFileThatIsMissing_isNoDefect() {
    failures.add(new UncheckedIOException(new NoSuchFileException("a sum")));
    assertThat(failures.failure().code()).isEqualTo("files-missing");
    failures.add(defect);
    assertThat(failures.failure().code()).isEqualTo("internal-error");
  }

  @Test
  void clear_aStepThatWasDone_forgetsThem() {
    failures.add(defect);
    failures.clear();
    assertThat(failures.count()).isZero();
    assertThat(failures.areTooMany()).isFalse();
  }
}
