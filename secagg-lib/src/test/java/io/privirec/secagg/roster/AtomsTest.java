package io.privirec.secagg.roster;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Atoms of random rosters against their definition, pair by pair.
class AtomsTest {
  private static final int ROSTERS = 2_000;

  @Test
  void atoms_ofRandomRosters_areTheClassesOfEqualCells() {
    for (int seed = 0; seed < ROSTERS; seed++) {
      Roster roster = random(new Random(seed));
      List<Atom> atoms = roster.atoms();
      for (RosterMember one : roster.members()) {
        SortedSet<Integer> cells = cellsOf(roster, one.id());
        List<Atom> of = atoms.stream().filter(atom -> atom.members().contains(one.id())).toList();
        if (cells.isEmpty()) {
          assertThat(of).isEmpty();
          continue;
        }
        Predicate<RosterMember> same = other -> cellsOf(roster, other.id()).equals(cells);
        List<RosterMember> group = roster.members().stream().filter(same).toList();
        int minimum =
            cells.stream()
                .mapToInt(number -> roster.cell(number).orElseThrow().minimum())
                .max()
                .orElseThrow();
        Set<Holder> holders = group.stream().map(RosterMember::holder).collect(Collectors.toSet());
        SortedSet<ParticipantId> ids =
            Ascending.copyOf(group.stream().map(RosterMember::id).toList());
        assertThat(of).containsExactly(new Atom(ids, cells, holders.size(), minimum));
      }
    }
  }

  private static SortedSet<Integer> cellsOf(Roster roster, ParticipantId id) {
    return Ascending.copyOf(
        roster.cells().stream()
            .filter(cell -> cell.members().contains(id))
            .map(Cell::number)
            .toList());
  }

  private static Roster random(Random random) {
    int size = 1 + random.nextInt(12);
    List<RosterMember> members = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      members.add(Rosters.line("p" + i, "h" + random.nextInt(size)));
    }
    List<Cell> cells = new ArrayList<>();
    int count = random.nextInt(6);
    for (int number = 1; number <= count; number++) {
      SortedSet<ParticipantId> ids = new TreeSet<>();
      members.stream()
          .filter(member -> random.nextInt(3) > 0)
          .forEach(member -> ids.add(member.id()));
      if (!ids.isEmpty()) {
        cells.add(new Cell(number, 3 + random.nextInt(3), true, ids));
      }
    }
    return new Roster(1, cells, members, List.of(), List.of());
  }
}
