package io.privirec.coordinator.roster;

import io.privirec.crypto.digest.Digest;
import java.time.Instant;
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
  /// @return false if this version was taken with another digest
  boolean put(int version, Digest digest, String text, Instant now);
}
