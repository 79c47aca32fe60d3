package io.privirec.coordinator.session;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// For how long new sessions are over the same snapshots of the participants' data. A participant
/// freezes a snapshot for each `dataAsOf` that it is shown, and not too often: one interval for all
/// of them keeps them in step.
///
/// @param length zero: every session is over snapshots of its own
record SnapshotInterval(Duration length) {
  /// Participants refuse names that are further ahead of their own clock.
  private static final Duration TOLERATED_LEAD = Duration.ofMinutes(5);

  SnapshotInterval {
    if (length.isNegative()) {
      throw new IllegalArgumentException(
          "privirec.snapshot-interval must not be negative. Provided value: " + length);
    }
  }

  /// What names the snapshots that a new session is over, in whole milliseconds: that of the newest
  /// session while its interval lasts, then one later than any before, unless those were ahead of
  /// the time.
  ///
  /// @param newest that of the session created last; empty: there is none
  Instant dataAsOf(Optional<Instant> newest, Instant now) {
    Instant current = now.truncatedTo(ChronoUnit.MILLIS);
    if (newest.isEmpty()) {
      return current;
    }
    Instant last = newest.get();
    if (last.isAfter(now.plus(TOLERATED_LEAD))) {
      // The clock was ahead once. No holder whose clock was right has frozen data for that name.
      return current;
    }
    if (!length.isZero() && now.isBefore(last.plus(length))) {
      return last;
    }
    Instant next = last.plusMillis(1);
    return current.isBefore(next) ? next : current;
  }
}
