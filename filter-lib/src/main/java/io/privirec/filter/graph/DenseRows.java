package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/// Rows of any filter: a filter is linear, row i is the score of the history that is i alone.
///
/// Memory beside what the filter takes to score 256 histories: none that grows.
final class DenseRows implements RowCandidates {
  private final ItemFilter filter;
  private final int limit;
  private DenseMatrix block = DenseMatrix.zeros(0, 0);
  private int first;

  /// @param limit most entries that are asked for
  DenseRows(ItemFilter filter, int limit) {
    this.filter = filter;
    this.limit = limit;
  }

  @Override
  public void advance(int firstRow, int rows) {
    first = firstRow;
    block =
        filter.scoreBatch(
            IntStream.range(first, first + rows)
                .mapToObj(item -> new int[] {item})
                .toArray(int[][]::new));
  }

  @Override
  public void select(int from, int to, RowSelector selector, IntConsumer filled) {
    int items = filter.items();
    for (int row = from; row < to; row++) {
      block.data()[row * items + first + row] = 0;
      selector.collect(block.data(), row * items, items, limit);
      filled.accept(row);
    }
  }
}
