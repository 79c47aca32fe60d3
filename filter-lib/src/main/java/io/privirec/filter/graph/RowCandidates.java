package io.privirec.filter.graph;

import io.privirec.filter.matrix.SymmetricProduct;
import java.util.function.IntConsumer;

/// Rows of F on their way into a folded filter: block after block, each row as candidates for its
/// largest entries.
interface RowCandidates {
  /// Rows of a block, but for the last one.
  int BLOCK_ROWS = SymmetricProduct.TILE;

  /// Rows that one thread takes at a time.
  int ROWS_PER_TASK = 32;

  /// Makes the next block, on all cores.
  ///
  /// @param first its first row: 0, then each time [#BLOCK_ROWS] more
  /// @param rows how many it has
  void advance(int first, int rows);

  /// Fills the selector with candidates of one row of the block after the other. Safe for several
  /// threads, each with a selector of its own and other rows.
  ///
  /// @param from first row within the block, a multiple of [#ROWS_PER_TASK]
  /// @param to row within the block after the last one, at most [#ROWS_PER_TASK] further
  /// @param filled takes the row within the block that the selector has candidates of
  void select(int from, int to, RowSelector selector, IntConsumer filled);
}
