package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.SortedSet;

/// Why a participant does not put a roster in force.
public sealed interface RosterFault {
  /// Another key has signed it, or none.
  record BadSignature() implements RosterFault {}

  /// A later one is in force.
  record Outdated(int version, int inForce) implements RosterFault {}

  /// There are two texts of one version; the keeper may have told others the other one.
  record Forked(int version) implements RosterFault {}

  /// A waiver does not verify: forged, or signed for another federation.
  record ForgedWaiver(ParticipantId signer) implements RosterFault {}

  /// A departure clause does not verify.
  record ForgedDeparture(ParticipantId signer) implements RosterFault {}

  /// A participant that is hosted here had its own key in the roster in force, and has another now.
  record ChangedKey(ParticipantId participant) implements RosterFault {}

  /// A name belongs to another participant, by an earlier roster.
  ///
  /// @param participant the name that came after it, or another line with a name of that
  ///   participant
  record ReusedName(ParticipantId name, ParticipantId participant) implements RosterFault {}

  /// The roster has no line, under any name, for participants whose data was in a sum: their
  /// ledgers would be left behind.
  record MissingLine(SortedSet<ParticipantId> participants) implements RosterFault {}

  /// A key stood under the name of another participant in an earlier roster.
  ///
  /// @param participant that has the key in this roster
  /// @param earlier that had the key
  record ReusedKey(ParticipantId participant, ParticipantId earlier) implements RosterFault {}

  /// A cell that was masked for is not listed: what its sum discloses would be forgotten.
  record MissingCell(MaskedCell masked) implements RosterFault {}

  /// A cell that was masked for has other members or another minimum now.
  record ChangedCell(MaskedCell masked, Cell listed) implements RosterFault {}

  /// Sums over the cells, added and subtracted, would tell too few holders apart from the others.
  ///
  /// @param unsigned who would have to sign a waiver
  record SmallAtom(Atom atom, SortedSet<ParticipantId> unsigned) implements RosterFault {}

  /// A sentence for people. It names versions, cells and participants, and no key or signature.
  default String message() {
    return switch (this) {
      case BadSignature() -> "the roster is not signed by the roster key";
      case Outdated(int version, int inForce) ->
          "version %s is not newer than version %s, which is in force".formatted(version, inForce);
      case Forked(int version) ->
          "another text of version %s is in force; a changed roster is a new version"
              .formatted(version);
      case ForgedWaiver(ParticipantId signer) ->
          "a waiver is not signed by %s for this roster key".formatted(signer);
      case ForgedDeparture(ParticipantId signer) ->
          "a departure clause is not signed by %s for this roster key".formatted(signer);
      case ChangedKey(ParticipantId participant) ->
          "the roster has another identity key for %s, which is hosted here".formatted(participant);
      case ReusedName(ParticipantId name, ParticipantId participant) ->
          ("an earlier roster states that %s and %s are one participant; list both names in one line,"
                  + " or choose a name that no participant had")
              .formatted(name, participant);
      case MissingLine(SortedSet<ParticipantId> participants) ->
          ("the roster has no line for %s, whose data was in a sum; keep the line, also without a"
                  + " current cell, or state a new name with --rename")
              .formatted(Ascending.text(participants));
      case ReusedKey(ParticipantId participant, ParticipantId earlier) ->
          ("an earlier roster lists the key of %s as the key of %s; state a new name with --rename, or"
                  + " choose a key that no participant had")
              .formatted(participant, earlier);
      case MissingCell(MaskedCell masked) ->
          "a participant here has joined a round over %s of %s; the roster must list it, as a current or former cell"
              .formatted(
                  masked.number().map(number -> "cell " + number).orElse("a set"),
                  Ascending.text(masked.members()));
      case ChangedCell(MaskedCell masked, Cell listed) ->
          ("cell %s was masked for with minimum %s and members %s, and is listed with minimum %s"
                  + " and members %s; another set is another number")
              .formatted(
                  listed.number(),
                  masked.minimum(),
                  Ascending.text(masked.members()),
                  listed.minimum(),
                  Ascending.text(listed.members()));
      case SmallAtom(Atom atom, SortedSet<ParticipantId> unsigned) ->
          ("%s would be told apart, being alone in exactly the cells %s; holders: %s, minimum: %s;"
                  + " a waiver lacks the signature of %s")
              .formatted(
                  Ascending.text(atom.members()),
                  Ascending.text(atom.cells()),
                  atom.holders(),
                  atom.minimum(),
                  Ascending.text(unsigned));
    };
  }
}
