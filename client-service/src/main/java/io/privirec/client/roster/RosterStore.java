package io.privirec.client.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.roster.SignedRoster;
import java.util.Optional;

/// Keeps rosters that were taken; none is ever changed or deleted.
public interface RosterStore {
  /// The highest version that a roster key has signed.
  Optional<SignedRoster> newest(PublicIdentityKey rosterKey);

  /// Keeps a roster.
  ///
  /// @return false, and nothing kept, if one of this version or a higher one is kept already
  boolean add(PublicIdentityKey rosterKey, SignedRoster roster);
}
