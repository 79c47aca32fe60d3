package io.privirec.operator.roster;

import io.privirec.operator.option.InvalidOptionException;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.DepartureClause;
import io.privirec.secagg.roster.Roster;
import io.privirec.secagg.roster.RosterMember;
import io.privirec.secagg.roster.Waiver;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A roster that is being changed. Lines and cells are added and renamed; none is ever forgotten
/// unless the keeper says that no sum was opened over it.
final class RosterDraft {
  private final SortedMap<ParticipantId, RosterMember> members = new TreeMap<>();
  private final SortedMap<Integer, Cell> cells = new TreeMap<>();
  private final Set<Waiver> waivers = new LinkedHashSet<>();
  private final Set<DepartureClause> departures = new LinkedHashSet<>();

  /// Begins with all that an earlier roster has; without one, with nothing.
  RosterDraft(Optional<Roster> earlier) {
    earlier.ifPresent(roster -> {
      roster.members().forEach(member -> members.put(member.id(), member));
      roster.cells().forEach(cell -> cells.put(cell.number(), cell));
      waivers.addAll(roster.waivers());
      departures.addAll(roster.departures());
    });
  }

  void add(RosterMember member) {
    if (members.putIfAbsent(member.id(), member) != null) {
      throw new InvalidOptionException(member.id() + " is there already");
    }
  }

  /// Makes a current cell. Current cells that share a member with it become former ones: whoever is
  /// in no new cell has left.
  void form(int number, int minimum, SortedSet<ParticipantId> together) {
    if (cells.containsKey(number)) {
      throw new InvalidOptionException(
          "cell %s is there already; another set is another number".formatted(number));
    }
    for (ParticipantId id : together) {
      if (!members.containsKey(id)) {
        throw new InvalidOptionException(
            "%s of cell %s is not on the roster".formatted(id, number));
      }
    }
    cells.replaceAll(
        (other, cell) -> Collections.disjoint(cell.members(), together) ? cell : cell.retired());
    cells.put(number, new Cell(number, minimum, false, together));
  }

  /// One cell of everybody.
  void formOfAll(int minimum) {
    form(1, minimum, new TreeSet<>(members.keySet()));
  }

  void retire(int number) {
    cells.put(number, existing(number).retired());
  }

  /// Forgets a cell over which no sum was ever opened.
  void drop(int number) {
    cells.remove(existing(number).number());
  }

  private Cell existing(int number) {
    Cell cell = cells.get(number);
    if (cell == null) {
      throw new InvalidOptionException("cell %s is not on the roster".formatted(number));
    }
    return cell;
  }

  void rename(ParticipantId from, ParticipantId to) {
    RosterMember line = line(from);
    members.remove(from);
    SortedSet<ParticipantId> formerly = new TreeSet<>(line.formerly());
    formerly.add(from);
    add(new RosterMember(to, line.identityKey(), line.holder(), formerly, line.address()));
    cells.replaceAll((number, cell) -> {
      SortedSet<ParticipantId> names = new TreeSet<>(cell.members());
      if (names.remove(from)) {
        names.add(to);
      }
      return new Cell(number, cell.minimum(), cell.former(), names);
    });
  }

  /// Gives a participant another address, or takes the one it has.
  void place(ParticipantId id, Optional<URI> address) {
    members.put(id, line(id).at(address));
  }

  private RosterMember line(ParticipantId id) {
    RosterMember line = members.get(id);
    if (line == null) {
      throw new InvalidOptionException(id + " is not on the roster");
    }
    return line;
  }

  void add(Waiver waiver) {
    waivers.add(waiver);
  }

  void add(DepartureClause clause) {
    departures.add(clause);
  }

  /// @throws IllegalArgumentException if it is no roster; the message says why
  Roster roster(int version) {
    return new Roster(version, cells.values(), members.values(), waivers, departures);
  }
}
