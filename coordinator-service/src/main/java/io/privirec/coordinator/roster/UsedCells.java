package io.privirec.coordinator.roster;

import java.util.Collection;

/// Cells over which a participant has joined a round for a sum without noise. The participants of
/// these rounds accept no later roster without them.
@FunctionalInterface
public interface UsedCells {
  /// Returns the cells of all sessions that the coordinator still keeps.
  Collection<UsedCell> all();

  /// A cell of a roster that was in force once.
  record UsedCell(int rosterVersion, int number) {}
}
