package io.privirec.coordinator.release;

import io.privirec.wire.ReleaseClaimView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Statements about claims at a single position of the ledger. Another position replaces all
/// statements. A new statement replaces the least recently used statement. Thread-safe.
final class KeptClaims {
  private final int most;
  private final Map<String, ReleaseClaimView> statements = new LinkedHashMap<>(16, 0.75f, true);
  private Object position = new Object();

  /// @param most statements that are kept
  KeptClaims(int most) {
    this.most = most;
  }

  /// Returns the statement about a release, and makes it if it is not kept.
  ///
  /// @param at position of the ledger; positions are equal if all statements are
  ReleaseClaimView of(String release, Object at, Supplier<ReleaseClaimView> statement) {
    synchronized (this) {
      if (!position.equals(at)) {
        statements.clear();
        position = at;
      }
      ReleaseClaimView known = statements.get(release);
      if (known != null) {
        return known;
      }
    }
    ReleaseClaimView made = statement.get();
    synchronized (this) {
      if (position.equals(at)) {
        statements.put(release, made);
        if (statements.size() > most) {
          statements.remove(statements.keySet().iterator().next());
        }
      }
    }
    return made;
  }
}
