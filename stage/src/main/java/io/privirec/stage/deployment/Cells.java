package io.privirec.stage.deployment;

import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Cells that the lab deals participants out to in turn, as it deals them out to client-services:
/// where there are as many of both, a client-service hosts a cell.
///
/// @param count at least 1
public record Cells(int count) {
  /// Everybody in one.
  public static final Cells ONE = new Cells(1);

  public Cells {
    if (count < 1) {
      throw new IllegalArgumentException("cells must be at least 1. Provided value: " + count);
    }
  }

  /// So many cells for so many participants.
  ///
  /// @throws InvalidOptionException when a cell would have fewer than a roster allows
  public static Cells dealtTo(int count, int participants) {
    int most = participants / Cell.DEFAULT_MINIMUM;
    if (count < 1 || count > most) {
      throw new InvalidOptionException(
          "--cells must be in [1, %s], so that each has %s participants. Provided value: %s"
              .formatted(most, Cell.DEFAULT_MINIMUM, count));
    }
    return new Cells(count);
  }

  /// Their numbers, ascending.
  public List<Integer> numbers() {
    return IntStream.rangeClosed(1, count).boxed().toList();
  }

  /// The number of a participant's cell.
  ///
  /// @param participant its number, from 0
  public int of(int participant) {
    return 1 + participant % count;
  }

  /// How many participants a cell has.
  public int size(int cell, int participants) {
    return (participants - cell) / count + 1;
  }

  /// The roster of these participants.
  ///
  /// @param members in the order of their numbers
  public Roster roster(int version, List<RosterMember> members) {
    List<SortedSet<ParticipantId>> ids =
        numbers().stream().<SortedSet<ParticipantId>>map(_ -> new TreeSet<>()).toList();
    for (int p = 0; p < members.size(); p++) {
      ids.get(of(p) - 1).add(members.get(p).id());
    }
    List<Cell> cells =
        numbers().stream()
            .map(cell -> new Cell(cell, Cell.DEFAULT_MINIMUM, false, ids.get(cell - 1)))
            .toList();
    return new Roster(version, cells, members, List.of(), List.of());
  }

  /// Numbers of cells for people: `cell 1`, `cells 1, 2 and 5`; `no cells` of tolerant rounds.
  public static String words(List<Integer> numbers) {
    if (numbers.isEmpty()) {
      return "no cells";
    }
    if (numbers.size() == 1) {
      return "cell " + numbers.getFirst();
    }
    String all = numbers.toString();
    String listed = all.substring(1, all.length() - 1);
    int last = listed.lastIndexOf(", ");
    return last < 0
        ? "cells " + listed
        : "cells " + listed.substring(0, last) + " and" + listed.substring(last + 1);
  }
}
