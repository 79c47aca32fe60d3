package io.privirec.privacy.ledger;

import io.privirec.privacy.ledger.LedgerCheck.Sound;
import java.util.List;
import java.util.Optional;

/// The condition of a ledger at a moment.
///
/// @param head as saved last
/// @param check of file, head and copy
/// @param lock why nothing over data is opened; empty if nothing is wrong
public record LedgerState(LedgerHead head, LedgerCheck check, Optional<String> lock) {
  /// Returns the ledger, for new entries.
  ///
  /// @throws LedgerRefusal.Locked if the ledger is locked
  public Sound requireUnlocked() throws LedgerRefusal.Locked {
    if (lock.isEmpty() && check instanceof Sound sound) {
      return sound;
    }
    throw new LedgerRefusal.Locked(lock.orElseThrow());
  }

  /// Returns the ledger if it may be written on; empty if the ledger is locked.
  public Optional<Sound> unlocked() {
    return lock.isEmpty() && check instanceof Sound sound ? Optional.of(sound) : Optional.empty();
  }

  /// Returns all entries, also of a ledger that is locked; none of a damaged ledger.
  public List<LedgerEntry> entries() {
    return check instanceof Sound sound ? sound.entries() : List.of();
  }
}
