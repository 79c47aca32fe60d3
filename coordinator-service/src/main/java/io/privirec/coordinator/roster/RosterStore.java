package io.privirec.coordinator.roster;

import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.SignedRoster;
import java.time.Instant;
import java.util.Optional;

/// A store of rosters. It keeps every version that was taken, for sessions that relied on it. Each
/// method is one transaction.
public interface RosterStore {
  /// The highest version taken.
  Optional<Integer> latestVersion();

  /// The text of a version.
  Optional<String> text(int version);

  /// Keeps a roster, with its lines and the earlier names that these state; the same roster again
  /// is fine.
  ///
  /// @return false if this version was taken with another digest; then nothing is kept
  boolean put(SignedRoster roster, Instant now);

  /// Returns the names of all participants, by all rosters that were ever taken.
  FormerNames formerNames();

  /// Returns the lines of all rosters that were ever taken.
  KnownLines lines();
}
