package io.privirec.operator.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Atom;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;

/// A roster in sentences.
record RosterWords(Roster roster, PublicIdentityKey rosterKey) {
  private static final int NAMED = 12;

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    long holders = roster.members().stream().map(RosterMember::holder).distinct().count();
    lines.add(
        "Version %s; participants: %s, holders: %s, current cells: %s, former cells: %s."
            .formatted(
                roster.version(),
                roster.members().size(),
                holders,
                roster.currentCells().size(),
                roster.cells().size() - roster.currentCells().size()));
    lines.add("");
    lines.add("Cells: summed together or not at all.");
    roster.cells().forEach(cell -> lines.add("  " + of(cell)));
    lines.add("");
    lines.add("Atoms: stood in the same cells, so no sums can tell them apart.");
    roster.atoms().forEach(atom -> lines.add("  " + of(atom)));
    roster.atoms().stream()
        .min(Comparator.comparingInt(Atom::holders))
        .ifPresent(atom ->
            lines.add(
                "  Fewest holders: %s. So many may help the operator without harm to the others: %s."
                    .formatted(atom.holders(), Math.max(0, atom.holders() - 2))));
    lines.add("");
    lines.add("Changes:");
    currentAtoms().forEach(atom -> lines.add("  " + change(atom)));
    lines.add(
        "  If somebody joins one of these cells, it is told apart from the others, and signs."
            + " Newcomers of %s holders form a cell of their own, and nobody signs."
                .formatted(Cell.DEFAULT_MINIMUM));
    return lines;
  }

  private List<Atom> currentAtoms() {
    return roster.atoms().stream()
        .filter(
            atom -> atom.members().stream().anyMatch(id -> roster.currentCellOf(id).isPresent()))
        .toList();
  }

  private static String of(Cell cell) {
    return "%s %s, minimum %s: %s"
        .formatted(
            cell.former() ? "former cell" : "cell",
            cell.number(),
            cell.minimum(),
            names(cell.members()));
  }

  private String of(Atom atom) {
    SortedSet<ParticipantId> unsigned = roster.unsigned(atom, rosterKey);
    String standing =
        atom.isLargeEnough()
            ? "enough"
            : unsigned.isEmpty()
                ? "all have signed"
                : "too few: %s would have to sign".formatted(names(unsigned));
    return "%s: in cells %s; holders: %s, minimum: %s, %s"
        .formatted(
            names(atom.members()),
            atom.cells().stream().map(String::valueOf).collect(Collectors.joining(", ")),
            atom.holders(),
            atom.minimum(),
            standing);
  }

  private String change(Atom atom) {
    List<ParticipantId> clauses =
        roster.departures().stream()
            .map(clause -> roster.idToday(clause.signer()))
            .filter(id -> atom.members().contains(id))
            .toList();
    String leaver =
        clauses.isEmpty()
            ? "it signs"
            : clauses.size() == atom.members().size()
                ? "its departure clause will do"
                : "it signs, unless it is one of %s, whose departure clause will do"
                    .formatted(names(clauses));
    String others =
        atom.holders() - 1 >= atom.minimum()
            ? "the others stay enough"
            : "the others are too few then, and sign as well";
    return "If one of %s leaves, %s; %s.".formatted(names(atom.members()), leaver, others);
  }

  /// Some names, and how many more there are.
  static String names(Collection<ParticipantId> participants) {
    String named =
        participants.stream()
            .limit(NAMED)
            .map(ParticipantId::value)
            .collect(Collectors.joining(", "));
    int more = participants.size() - NAMED;
    return more > 0 ? "%s and %s more".formatted(named, more) : named;
  }
}
