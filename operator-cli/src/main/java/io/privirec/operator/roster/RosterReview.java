package io.privirec.operator.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Atom;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.CohortCheck;
import io.privirec.secagg.roster.FormerNames;
import io.privirec.secagg.roster.KnownLines;
import io.privirec.secagg.roster.MaskedCell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterCheck;
import io.privirec.secagg.roster.RosterFault;
import io.privirec.secagg.roster.SignedRoster;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/// What a keeper learns of a roster before participants do: it takes every earlier cell for one
/// that was summed.
///
/// @param faults why participants would refuse it, a sentence each
/// @param notes what the keeper should know, a sentence each
record RosterReview(List<String> faults, List<String> notes) {
  static RosterReview of(
      SignedRoster signed,
      PublicIdentityKey rosterKey,
      Optional<SignedRoster> earlier,
      Collection<Integer> neverUsed) {
    Roster roster = signed.roster();
    List<MaskedCell> masked =
        earlier.stream()
            .flatMap(before -> before.roster().cells().stream())
            .filter(cell -> !neverUsed.contains(cell.number()))
            .map(MaskedCell::of)
            .toList();
    Optional<RosterFault> fault =
        RosterCheck.check(signed, rosterKey, earlier, masked, List.of())
            .or(() -> earlier.flatMap(before -> lineFault(roster, before.roster(), masked)));
    List<String> faults = new ArrayList<>();
    fault
        .filter(found -> !(found instanceof RosterFault.SmallAtom))
        .ifPresent(found -> faults.add(found.message()));
    for (Atom atom : roster.atoms()) {
      SortedSet<ParticipantId> unsigned = roster.unsigned(atom, rosterKey);
      if (!unsigned.isEmpty()) {
        faults.add(new RosterFault.SmallAtom(atom, unsigned).message());
      }
    }
    return new RosterReview(
        faults, fault.isPresent() ? List.of() : notes(roster, rosterKey, masked));
  }

  private static Optional<RosterFault> lineFault(
      Roster roster, Roster earlier, List<MaskedCell> masked) {
    Set<ParticipantId> summed =
        masked.stream().flatMap(cell -> cell.members().stream()).collect(Collectors.toSet());
    return KnownLines.of(KnownLines.stated(earlier), FormerNames.NONE.plus(earlier))
        .fault(roster, Optional.of(earlier), summed, List.of());
  }

  private static List<String> notes(
      Roster roster, PublicIdentityKey rosterKey, List<MaskedCell> masked) {
    List<String> notes = new ArrayList<>();
    for (Cell cell : roster.currentCells()) {
      SortedSet<ParticipantId> absent =
          CohortCheck.absent(roster, rosterKey, Set.of(cell.number()), masked);
      if (!absent.isEmpty()) {
        notes.add(
            ("note: the first session with cell %s needs %s too, who shared a cell with it; after"
                    + " it the cells go apart")
                .formatted(cell.number(), RosterWords.names(absent)));
      }
    }
    List<ParticipantId> waiting =
        roster.members().stream()
            .map(member -> member.id())
            .filter(id -> roster.cellsOf(id).isEmpty())
            .toList();
    if (!waiting.isEmpty()) {
      notes.add("note: in no cell yet: " + RosterWords.names(waiting));
    }
    return notes;
  }
}
