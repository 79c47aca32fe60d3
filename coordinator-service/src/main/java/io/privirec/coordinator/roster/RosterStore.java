package io.privirec.coordinator.roster;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.roster.FormerNames;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/// Where rosters are kept: every version that was taken, for sessions that relied on it. Each
/// method is one transaction.
public interface RosterStore {
  /// The highest version taken.
  Optional<Integer> latestVersion();

  /// The text of a version.
  Optional<String> text(int version);

  /// Keeps a roster; the same roster again is fine.
  ///
  /// @param digest of the bytes that were signed
  /// @param renamed earlier names that it states, kept for good
  /// @return false if this version was taken with another digest; then nothing is kept
  boolean put(
      int version, Digest digest, String text, Collection<FormerNames.Link> renamed, Instant now);

  /// Returns the names of all participants, by all rosters that were ever taken.
  FormerNames formerNames();
}
