package io.privirec.round;

import java.util.Collection;
import java.util.Set;

/// Knows which sessions may still need what their rounds left.
@FunctionalInterface
public interface ActiveSessions {
  /// Those of the sessions that are not over. A session that is over stays so.
  Set<String> among(Collection<String> sessionIds);
}
