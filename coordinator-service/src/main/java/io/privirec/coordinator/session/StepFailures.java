package io.privirec.coordinator.session;

import io.privirec.edge.postgres.DatabaseOutage;
import java.time.Duration;

/// Counts the failures of a session's steps in a row, and says how long to wait after each. An
/// outage of the database says nothing about the session: it is waited out, however long it takes.
final class StepFailures {
  static final int MOST = 5;

  private static final Duration OUTAGE_PAUSE = Duration.ofSeconds(1);

  private int count;
  private boolean outage;

  /// A step was done.
  void clear() {
    count = 0;
    outage = false;
  }

  /// A step failed.
  void add(Throwable failure) {
    outage = DatabaseOutage.explains(failure);
    if (!outage) {
      count++;
    }
  }

  int count() {
    return count;
  }

  /// Whether the last failure was the database's.
  boolean isOutage() {
    return outage;
  }

  /// Whether the session is to be given up.
  boolean areTooMany() {
    return !outage && count >= MOST;
  }

  /// How long to wait before the step is tried again.
  Duration pause() {
    return outage ? OUTAGE_PAUSE : Duration.ofMillis(200L << Math.min(count, MOST));
  }
}
