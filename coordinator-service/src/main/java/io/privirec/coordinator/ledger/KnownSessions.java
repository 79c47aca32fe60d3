package io.privirec.coordinator.ledger;

import java.util.Collection;
import java.util.Set;

/// Tells an entry whose round was about to be opened when the process died from one that the
/// database has forgotten.
@FunctionalInterface
public interface KnownSessions {
  /// Those of the sessions that are stored.
  Set<String> among(Collection<String> sessionIds);
}
