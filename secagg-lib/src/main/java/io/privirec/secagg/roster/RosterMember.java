package io.privirec.secagg.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import java.net.URI;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;

/// One line of a roster: a participant, its key, and who answers for it. A participant keeps its
/// line after it has left; ids are never given to somebody else.
///
/// @param formerly its earlier names, which older cells and signatures may use; usually empty
/// @param address below which others send messages to it; empty if they cannot, and the coordinator
///   takes them in. At most 200 characters of ASCII: `http` or `https`, a host in small letters,
///   perhaps a port, perhaps a path whose segments are of `A`–`Z`, `a`–`z`, `0`–`9`, `-`, `.`, `_`
///   and `~` and do not begin with a dot
public record RosterMember(
    ParticipantId id,
    PublicIdentityKey identityKey,
    Holder holder,
    SortedSet<ParticipantId> formerly,
    Optional<URI> address) {
  public RosterMember {
    if (formerly.contains(id)) {
      throw new InvalidRosterException(id, id + " is listed as formerly itself");
    }
    if (address.isPresent() && !PeerAddress.isValid(address.get())) {
      throw new InvalidRosterException(
          id,
          "an address must be http or https, a host in small letters, a port or none, a path or"
              + " none without an escape or a slash at its end, in at most 200 characters");
    }
    formerly = Ascending.copyOf(formerly);
  }

  /// A participant without an address.
  public RosterMember(
      ParticipantId id,
      PublicIdentityKey identityKey,
      Holder holder,
      SortedSet<ParticipantId> formerly) {
    this(id, identityKey, holder, formerly, Optional.empty());
  }

  /// A participant that is a holder of its own, never had another name, and has no address.
  public RosterMember(ParticipantId id, PublicIdentityKey identityKey) {
    this(id, identityKey, new Holder(id.value()), Collections.emptySortedSet());
  }

  /// The same participant at another address, or at none.
  public RosterMember at(Optional<URI> address) {
    return new RosterMember(id, identityKey, holder, formerly, address);
  }

  public CohortMember inCohort() {
    return new CohortMember(id, identityKey);
  }
}
