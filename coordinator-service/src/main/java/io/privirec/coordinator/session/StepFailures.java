package io.privirec.coordinator.session;

import io.privirec.edge.postgres.DatabaseOutage;
import java.time.Duration;
import java.util.Optional;

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
    if (DatabaseOutage.explains(failure)) {
      awaited = Optional.of(Awaited.DATABASE);
    } else if (disk.explains(failure)) {
      awaited = Optional.of(Awaited.DISK);
    } else {
      awaited = Optional.empty();
      count++;
    }
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
