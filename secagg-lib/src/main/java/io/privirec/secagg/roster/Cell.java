package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.SortedSet;

/// A set of participants whose data is summed together or not at all. Its number stands for this
/// set for ever: another set is another number.
///
/// @param number at least 1
/// @param minimum how many holders each atom of this cell has at least, unless its members sign a
///   waiver; in [3, 65535]. Below 3 each holder could subtract its own data and read the other's.
///   That is for those two to accept, by a waiver, and not for the keeper to decide.
/// @param former whether no new sum is opened over this cell; older ones may have been
/// @param members not empty; by the names that they have today
public record Cell(int number, int minimum, boolean former, SortedSet<ParticipantId> members) {
  /// Most members of a roster.
  static final int MAX_MEMBERS = 65_535;

  public static final int LEAST_MINIMUM = 3;
  public static final int DEFAULT_MINIMUM = 3;

  public Cell {
    if (number < 1) {
      throw new IllegalArgumentException(
          "cell number must be at least 1. Provided value: " + number);
    }
    if (minimum < LEAST_MINIMUM || minimum > MAX_MEMBERS) {
      throw new InvalidRosterException(
          number,
          "minimum of a cell must be in [%s, %s]. Provided value: %s"
              .formatted(LEAST_MINIMUM, MAX_MEMBERS, minimum));
    }
    if (members.isEmpty()) {
      throw new InvalidRosterException(number, "cell %s has no members".formatted(number));
    }
    members = Ascending.copyOf(members);
  }

  /// The same cell, over which no new sum is opened.
  public Cell retired() {
    return new Cell(number, minimum, true, members);
  }
}
