package io.privirec.coordinator.session;

import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.wire.SessionView.Failure;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Counts the failures of a session's steps in a row, and says how long to wait after each. An
/// outage of the database, or a full disk, says nothing about the session: it is waited out,
/// however long it takes.
final class StepFailures {
  static final int MOST = 5;

  /// What a step cannot do without and is waited for.
  enum Awaited {
    DATABASE("the database", Duration.ofSeconds(1)),
    DISK("room on the disk", Duration.ofSeconds(10));

    private final String words;
    private final Duration pause;

    Awaited(String words, Duration pause) {
      this.words = words;
      this.pause = pause;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private final DiskOutage disk;
  private int count;
  private Optional<Awaited> awaited = Optional.empty();
  private boolean fileIsMissing;

  StepFailures(DiskOutage disk) {
    this.disk = disk;
  }

  /// A step was done.
  void clear() {
    count = 0;
    awaited = Optional.empty();
  }

  /// A step failed.
  void add(Throwable failure) {
    fileIsMissing = isOfMissingFile(failure);
    if (DatabaseOutage.explains(failure)) {
      awaited = Optional.of(Awaited.DATABASE);
    } else if (disk.explains(failure)) {
      awaited = Optional.of(Awaited.DISK);
    } else {
      awaited = Optional.empty();
      count++;
    }
  }

  private static boolean isOfMissingFile(@Nullable Throwable failure) {
    // Causes can form a ring.
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < 50; cause = cause.getCause()) {
      if (cause instanceof NoSuchFileException) {
        return true;
      }
      depth++;
    }
    return false;
  }

  /// What a session that is given up fails with. Steps remove what they have taken in only after
  /// that is committed: where a file is missing, commits were lost, as by a restore.
  Failure failure() {
    return fileIsMissing
        ? new Failure(
            "files-missing",
            "The database is older than the files, as after a restore or the loss of a primary;"
                + " the service's log names the file")
        : new Failure("internal-error", "A step failed repeatedly; the service's log says why");
  }

  int count() {
    return count;
  }

  /// What was missing when the last step failed; empty when that was a defect.
  Optional<Awaited> awaited() {
    return awaited;
  }

  /// Whether the session is to be given up.
  boolean areTooMany() {
    return awaited.isEmpty() && count >= MOST;
  }

  /// How long to wait before the step is tried again.
  Duration pause() {
    return awaited
        .map(outage -> outage.pause)
        .orElseGet(() -> Duration.ofMillis(200L << Math.min(count, MOST)));
  }
}
