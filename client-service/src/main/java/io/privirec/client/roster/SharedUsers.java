package io.privirec.client.roster;

import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.SortedSet;

/// Counts users that several participants hosted here have in common.
@FunctionalInterface
public interface SharedUsers {
  /// Returns how many user ids are at more than one of these participants. Participants that are
  /// not hosted here have none. A user id may be at several names of one participant.
  ///
  /// @param participants each with all its names
  long among(Collection<SortedSet<ParticipantId>> participants);
}
