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

  /// The latest time that a new session may share with an earlier one. A clock that was ahead once
  /// gave later ones, for which no holder with a right clock has frozen data. One that was behind
  /// gave earlier ones, which are superseded by what came before: the newest counts, not the last.
  static Instant latest(Instant now) {
    return now.plus(TOLERATED_LEAD);
  }

  /// What names the snapshots that a new session is over, in whole milliseconds: the newest time of
  /// earlier sessions while its interval lasts, then a later one.
  ///
  /// @param newest of those up to [#latest]; empty: there is none
  Instant dataAsOf(Optional<Instant> newest, Instant now) {
    Instant current = now.truncatedTo(ChronoUnit.MILLIS);
    if (newest.isEmpty()) {
      return current;
    }
    Instant last = newest.get();
    if (!length.isZero() && now.isBefore(last.plus(length))) {
      return last;
    }
    Instant next = last.plusMillis(1);
    return current.isBefore(next) ? next : current;
  }
}
