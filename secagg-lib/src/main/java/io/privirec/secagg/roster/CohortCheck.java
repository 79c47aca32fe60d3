package io.privirec.secagg.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/// What a participant looks at before it masks for a cohort: that no cell is split behind the back
/// of those that were summed in it.
///
/// A roster can only be checked against what its holder remembers. Say that seven participants were
/// summed in one cell, and that three of them are then shown a roster in which they are a cell of
/// their own, and another three a different one. Each roster leaves four together; both sums
/// subtracted from the first leave one alone. So a cell is split in front of everybody: the first
/// cohort after the split has all of the old cell in it. All of them then have the same roster in
/// force, remember the new cells, and go apart from then on.
///
/// The claim: whoever shared a used cell with an honest participant, and is honest, is told apart
/// from it only by cells that it knows, that is, that the roster it checked has. Signing counts:
/// who has signed a waiver for a part of its atom, or has left with a departure clause, need not be
/// there.
public final class CohortCheck {
  private CohortCheck() {}

  /// Who must be in the cohort too; nobody if the participant may mask for it.
  ///
  /// @param roster in force, and checked against all that is remembered
  /// @param cells current cells of that roster: the cohort
  /// @param maskedFor the cells of every cohort that this very participant masked for. It did so
  ///   with signed advertisements of all of that cohort in hand, and who advertises remembers the
  ///   cells from then on: this is why cells that are in here are known to their members.
  public static SortedSet<ParticipantId> absent(
      Roster roster,
      PublicIdentityKey rosterKey,
      Collection<Integer> cells,
      Collection<MaskedCell> maskedFor) {
    Set<ParticipantId> cohort = new HashSet<>();
    roster.cohort(cells).forEach(member -> cohort.add(member.id()));
    Set<SortedSet<ParticipantId>> shared = new HashSet<>();
    for (MaskedCell masked : maskedFor) {
      shared.add(roster.namesToday(masked.members()));
    }
    Set<ParticipantId> outside = new HashSet<>();
    for (SortedSet<ParticipantId> cell : shared) {
      if (cell.stream().anyMatch(cohort::contains)) {
        cell.stream().filter(id -> !cohort.contains(id)).forEach(outside::add);
      }
    }
    Map<ParticipantId, Atom> atoms = new HashMap<>();
    roster.atoms().forEach(atom -> atom.members().forEach(id -> atoms.put(id, atom)));
    List<ParticipantId> absent = new ArrayList<>();
    for (ParticipantId id : outside) {
      boolean apart =
          roster.currentCellOf(id).filter(cell -> shared.contains(cell.members())).isPresent();
      Atom atom = atoms.get(id);
      if (!apart && (atom == null || !roster.hasSigned(id, atom, rosterKey))) {
        absent.add(id);
      }
    }
    return Ascending.copyOf(absent);
  }
}
