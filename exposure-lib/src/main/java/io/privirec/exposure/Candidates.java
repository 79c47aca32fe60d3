package io.privirec.exposure;

import java.util.function.IntPredicate;

/// Knowledge of the rows of G that a decoder cannot solve, which saves the attempts.
interface Candidates {
  /// The knowledge of an attacker: each row may be solvable.
  Candidates ALL =
      new Candidates() {
        @Override
        public boolean isHopeless(int item, IntPredicate isKnown, int equations) {
          return false;
        }

        @Override
        public void found(int[] history) {}
      };

  /// Returns whether the row of an item has too many unknown numbers. Safe for several threads
  /// between two finds.
  ///
  /// @param isKnown whether the row of another item is known
  /// @param equations for each row
  boolean isHopeless(int item, IntPredicate isKnown, int equations);

  /// Notes that a user was found, and subtracted from all rows.
  ///
  /// @param history ascending items
  void found(int[] history);
}
