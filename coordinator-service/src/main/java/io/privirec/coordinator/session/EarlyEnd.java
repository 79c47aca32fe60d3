package io.privirec.coordinator.session;

import io.privirec.round.ChangeSignal;
import java.util.function.UnaryOperator;

/// Ends running sessions before their time. Too late once a release is being made.
///
/// @param release of popular items, of a session that ends after its noisy counts
record EarlyEnd(
    SessionStore store, EarlyRelease release, SessionMeters meters, ChangeSignal signal) {
  /// Ends one session. A session whose noisy counts are summed publishes popular items first.
  ///
  /// @param over what becomes of the session as it stands, asked again where it changes meanwhile;
  ///   the same object: it stays as it is
  /// @return the session, which is over now or is being published
  /// @throws SessionRefusal when the session does not run, or does not exist
  AggregationSession end(String id, UnaryOperator<AggregationSession> over) {
    while (true) {
      AggregationSession session = store.find(id).orElseThrow(SessionRefusal::unknownSession);
      AggregationSession after = over.apply(session);
      if (after.equals(session)) {
        return session;
      }
      SessionRefusal.requireRunning(session.status());
      AggregationSession ended = release.of(session, after);
      if (store.replace(session, ended)) {
        if (ended.isOver()) {
          meters.ended(ended);
        }
        signal.raise();
        return ended;
      }
    }
  }
}
