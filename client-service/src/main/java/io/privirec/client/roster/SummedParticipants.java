package io.privirec.client.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.Set;

/// Finds participants whose data was in a sum, with noise or without.
@FunctionalInterface
public interface SummedParticipants {
  /// Returns those that masked for a sum over data, as far as their ledgers are here. A ledger that
  /// is damaged may have such a sum.
  ///
  /// @param names of participants
  Set<ParticipantId> among(Collection<ParticipantId> names);
}
