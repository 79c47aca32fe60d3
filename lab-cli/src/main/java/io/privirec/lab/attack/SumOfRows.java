package io.privirec.lab.attack;

import java.util.Optional;

/// An exact sum over users of which every item has a row, and the row of an item that one user
/// alone has tells this user's history.
interface SumOfRows {
  /// The history of the one user who has an item.
  ///
  /// @param item that one user in the sum has
  /// @param degrees of all items, in the sum
  /// @return ascending, and right: that all of the row follows from it was checked. Empty if none
  ///   was found
  Optional<int[]> historyOf(int item, long[] degrees);

  /// Takes a user's part off the sum.
  void remove(int[] history);
}
