package io.privirec.coordinator.session;

import java.util.Collection;

/// Told who keeps sessions waiting, and how they end.
public interface SessionObserver {
  /// These participants of a running session missed a deadline and have not answered since; whoever
  /// is not named any more has answered, or the session does not wait any longer.
  void missing(String sessionId, Collection<String> participants);

  /// A session is over: told by the replica that ended it, once.
  void ended(AggregationSession session);
}
