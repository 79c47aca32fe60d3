package io.privirec.secagg.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/// What participants look at before they put a roster in force. A keeper looks at the same before
/// it signs, with every cell that may have been used as a masked one.
///
/// Versions may be skipped, and cells that nobody here masked for may be missing: a keeper's slip
/// is not for ever. Not looked at, because only the keeper can know it: that keys and holders are
/// those of the people named, and which cells participants elsewhere have masked for.
public final class RosterCheck {
  private final SignedRoster candidate;
  private final Roster roster;
  private final Optional<PublicIdentityKey> rosterKey;

  private RosterCheck(SignedRoster candidate, Optional<PublicIdentityKey> rosterKey) {
    this.candidate = candidate;
    this.roster = candidate.roster();
    this.rosterKey = rosterKey;
  }

  /// The first fault of a roster; empty if it may be put in force. The one in force may be put
  /// again.
  ///
  /// @param rosterKey that the holder configured
  /// @param inForce signed by that key; empty before the first one
  /// @param maskedFor every cell that a participant that is hosted here ever masked for
  /// @param hosted the participants that are hosted here, with their own keys
  public static Optional<RosterFault> check(
      SignedRoster candidate,
      PublicIdentityKey rosterKey,
      Optional<SignedRoster> inForce,
      Collection<MaskedCell> maskedFor,
      Collection<CohortMember> hosted) {
    return check(candidate, Optional.of(rosterKey), inForce, maskedFor, hosted);
  }

  /// Like the other check, for a reader of rosters that need not know the roster key.
  ///
  /// @param rosterKey empty: signatures are not verified, and a waiver counts without
  public static Optional<RosterFault> check(
      SignedRoster candidate,
      Optional<PublicIdentityKey> rosterKey,
      Optional<SignedRoster> inForce,
      Collection<MaskedCell> maskedFor,
      Collection<CohortMember> hosted) {
    RosterCheck check = new RosterCheck(candidate, rosterKey);
    return check
        .signature()
        .or(() -> inForce.flatMap(check::version))
        .or(check::signaturesOfMembers)
        .or(() -> inForce.flatMap(earlier -> check.keys(earlier.roster(), hosted)))
        .or(() -> first(maskedFor.stream().map(check::memory)))
        .or(() -> first(check.roster.atoms().stream().map(check::atom)));
  }

  private static Optional<RosterFault> first(Stream<Optional<RosterFault>> faults) {
    return faults.flatMap(Optional::stream).findFirst();
  }

  private Optional<RosterFault> signature() {
    return rosterKey.isEmpty() || candidate.isSignedBy(rosterKey.get())
        ? Optional.empty()
        : Optional.of(new RosterFault.BadSignature());
  }

  private Optional<RosterFault> version(SignedRoster inForce) {
    int version = inForce.roster().version();
    if (roster.version() < version) {
      return Optional.of(new RosterFault.Outdated(roster.version(), version));
    }
    if (roster.version() == version && !roster.equals(inForce.roster())) {
      return Optional.of(new RosterFault.Forked(version));
    }
    return Optional.empty();
  }

  private Optional<RosterFault> signaturesOfMembers() {
    return rosterKey.flatMap(this::signaturesOfMembers);
  }

  private Optional<RosterFault> signaturesOfMembers(PublicIdentityKey rosterKey) {
    for (Waiver waiver : roster.waivers()) {
      if (!waiver.isSignedBy(keyToday(waiver.signer()), rosterKey)) {
        return Optional.of(new RosterFault.ForgedWaiver(waiver.signer()));
      }
    }
    for (DepartureClause clause : roster.departures()) {
      if (!clause.isSignedBy(keyToday(clause.signer()), rosterKey)) {
        return Optional.of(new RosterFault.ForgedDeparture(clause.signer()));
      }
    }
    return Optional.empty();
  }

  private PublicIdentityKey keyToday(ParticipantId participant) {
    return roster.keyOf(roster.idToday(participant)).orElseThrow();
  }

  private Optional<RosterFault> keys(Roster earlier, Collection<CohortMember> hosted) {
    List<CohortMember> listed =
        hosted.stream()
            .filter(member -> earlier.keyOf(member.id()).equals(Optional.of(member.identityKey())))
            .toList();
    return changedKey(roster, listed, hosted);
  }

  /// Finds a participant whose key a roster changes. A renamed participant may have another key if
  /// that key is hosted under the new name.
  ///
  /// @param listed participants that an earlier roster listed with their own keys
  static Optional<RosterFault> changedKey(
      Roster later, Collection<CohortMember> listed, Collection<CohortMember> hosted) {
    return listed.stream()
        .filter(member ->
            later
                .keyOf(later.idToday(member.id()))
                .filter(key -> !key.equals(member.identityKey()))
                .filter(key -> !hosted.contains(new CohortMember(later.idToday(member.id()), key)))
                .isPresent())
        .map(CohortMember::id)
        .findFirst()
        .map(RosterFault.ChangedKey::new);
  }

  private Optional<RosterFault> memory(MaskedCell masked) {
    SortedSet<ParticipantId> members = roster.namesToday(masked.members());
    // Two that were masked for apart cannot have become one.
    boolean distinct = members.size() == masked.members().size();
    if (masked.number().isEmpty()) {
      boolean listed = roster.cells().stream().anyMatch(cell -> cell.members().equals(members));
      return listed && distinct
          ? Optional.empty()
          : Optional.of(new RosterFault.MissingCell(masked));
    }
    Optional<Cell> listed = roster.cell(masked.number().get());
    if (listed.isEmpty()) {
      return Optional.of(new RosterFault.MissingCell(masked));
    }
    Cell cell = listed.get();
    boolean same = distinct && cell.members().equals(members) && cell.minimum() == masked.minimum();
    return same ? Optional.empty() : Optional.of(new RosterFault.ChangedCell(masked, cell));
  }

  private Optional<RosterFault> atom(Atom atom) {
    SortedSet<ParticipantId> unsigned = roster.unsigned(atom, rosterKey);
    return unsigned.isEmpty()
        ? Optional.empty()
        : Optional.of(new RosterFault.SmallAtom(atom, unsigned));
  }
}
