package io.privirec.filter.matrix;

import java.util.stream.IntStream;

/// Fixed blocks of rows, worked on by all cores.
///
/// The partition depends on the number of rows only, never on the machine, and blocks must write to
/// disjoint places: so results are the same for every number of threads.
public final class RowBlocks {
  /// What is done for one block.
  @FunctionalInterface
  public interface Work {
    /// Works on the rows in [from, to).
    void on(int from, int to);
  }

  private RowBlocks() {}

  /// Runs the work for every block of `blockRows` rows (the last may be shorter), in any order.
  public static void forEach(int rows, int blockRows, Work work) {
    int blocks = (int) (((long) rows + blockRows - 1) / blockRows);
    IntStream.range(0, blocks)
        .parallel()
        .forEach(block -> {
          int from = block * blockRows;
          work.on(from, Math.min(rows, from + blockRows));
        });
  }
}
