package io.privirec.client.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Collection;

/// Counts users that several participants hosted here have in common.
@FunctionalInterface
public interface SharedUsers {
  /// Returns how many user ids are at more than one of these participants. Participants that are
  /// not hosted here have none.
  long among(Collection<ParticipantId> participants);
}
