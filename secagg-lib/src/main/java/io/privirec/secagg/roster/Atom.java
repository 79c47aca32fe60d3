package io.privirec.secagg.roster;

import io.privirec.secagg.ParticipantId;
import java.util.SortedSet;

/// Participants that stood in exactly the same cells. Sums over whole cells, added and subtracted
/// at will, weigh all of them alike: this is what can be told apart, and no less.
///
/// @param members by the names that they have today
/// @param cells the numbers of all cells that they stood in; not empty
/// @param holders how many holders have a participant among them
/// @param minimum the largest minimum of these cells
public record Atom(
    SortedSet<ParticipantId> members, SortedSet<Integer> cells, int holders, int minimum) {
  public Atom {
    members = Ascending.copyOf(members);
    cells = Ascending.copyOf(cells);
  }

  /// Whether it needs nobody's waiver.
  public boolean isLargeEnough() {
    return holders >= minimum;
  }
}
