package io.privirec.secagg.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import java.util.Collections;
import java.util.SortedSet;

/// One line of a roster: a participant, its key, and who answers for it. A participant keeps its
/// line after it has left; ids are never given to somebody else.
///
/// @param formerly its earlier names, which older cells and signatures may use; usually empty
public record RosterMember(
    ParticipantId id,
    PublicIdentityKey identityKey,
    Holder holder,
    SortedSet<ParticipantId> formerly) {
  public RosterMember {
    if (formerly.contains(id)) {
      throw new InvalidRosterException(id, id + " is listed as formerly itself");
    }
    formerly = Ascending.copyOf(formerly);
  }

  /// A participant that is a holder of its own and never had another name.
  public RosterMember(ParticipantId id, PublicIdentityKey identityKey) {
    this(id, identityKey, new Holder(id.value()), Collections.emptySortedSet());
  }

  public CohortMember inCohort() {
    return new CohortMember(id, identityKey);
  }
}
