package io.privirec.coordinator.session;

import io.privirec.round.ChangeSignal;
import java.util.function.UnaryOperator;

/// Ends running sessions before their time. Too late once a release is being made.
public record EarlyEnd(SessionStore store, SessionObserver observer, ChangeSignal signal) {
  /// Ends one session.
  ///
  /// @param over what becomes of the session as it stands, asked again where it changes meanwhile;
  ///   the same object: it stays as it is
  /// @return the session that is over now
  /// @throws SessionRefusal when the session does not run, or does not exist
  AggregationSession end(String id, UnaryOperator<AggregationSession> over) {
    while (true) {
      AggregationSession session = store.find(id).orElseThrow(SessionRefusal::unknownSession);
      AggregationSession ended = over.apply(session);
      if (ended.equals(session)) {
        return session;
      }
      SessionRefusal.requireRunning(session.status());
      if (store.replace(session, ended)) {
        observer.ended(ended);
        signal.raise();
        return ended;
      }
    }
  }
}
