package io.privirec.client.consent;

import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What a consent to a session over data as of some time takes. A coordinator chooses that time,
/// and may lie; whatever it says, two snapshots of one participant are frozen at least an interval
/// apart by the participant's own clock, and each has a name of its own.
sealed interface SnapshotChoice {
  /// How far a coordinator's clock may be ahead of this one.
  Duration TOLERATED_LEAD = Duration.ofMinutes(5);

  /// The one of that name.
  record Frozen(Snapshot snapshot) implements SnapshotChoice {}

  /// One that is frozen now, and gets that name.
  record Fresh() implements SnapshotChoice {}

  /// One that may be frozen from some time on.
  record Later(Instant from) implements SnapshotChoice {}

  /// None now. Later there may be one where the coordinator's clock is ahead, and never for a name
  /// that another one has passed.
  record None(Refusal reason, String detail) implements SnapshotChoice {
    RefusedException refused() {
      return new RefusedException(reason, detail);
    }
  }

  /// The choice for one session.
  ///
  /// @param named the snapshot of that name
  /// @param newest the one with the latest name
  /// @param minInterval how far snapshots are apart at least
  static SnapshotChoice of(
      Instant dataAsOf,
      Optional<Snapshot> named,
      Optional<Snapshot> newest,
      Instant now,
      Duration minInterval) {
    if (named.isPresent()) {
      return new Frozen(named.get());
    }
    if (newest.isPresent() && !dataAsOf.isAfter(newest.get().dataAsOf())) {
      return new None(
          Refusal.SNAPSHOT_SUPERSEDED,
          "the session is over data as of %s, and a snapshot as of %s was frozen since"
              .formatted(dataAsOf, newest.get().dataAsOf()));
    }
    if (dataAsOf.isAfter(now.plus(TOLERATED_LEAD))) {
      return new None(
          Refusal.DATA_TIME_AHEAD,
          "the session is over data as of %s, and it is %s here".formatted(dataAsOf, now));
    }
    // Also when the clock was set back since.
    return newest
        .map(last -> new Later(last.frozenAt().plus(minInterval)))
        .filter(later -> now.isBefore(later.from()))
        .map(SnapshotChoice.class::cast)
        .orElseGet(Fresh::new);
  }
}
