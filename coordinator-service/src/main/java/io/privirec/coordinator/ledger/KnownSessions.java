package io.privirec.coordinator.ledger;

import java.util.Collection;
import java.util.Set;

/// What the database knows of the sessions that entries are about. It tells an entry whose round
/// was about to be opened when the process died from an entry that the database has forgotten.
public interface KnownSessions {
  /// Those of the sessions that are stored.
  Set<String> among(Collection<String> sessionIds);

  /// Those of the sessions that are not over, or not tidied up yet.
  Set<String> active(Collection<String> sessionIds);
}
