package io.privirec.filter.matrix;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Fixed blocks of rows, worked on by all cores.
///
/// The partition depends on the number of rows only, never on the machine, and blocks must write to
/// disjoint places: so results are the same for every number of threads. A thread that is done with
/// a block takes the next one, so that blocks may differ in their work.
public final class RowBlocks {
  /// What is done for one block.
  @FunctionalInterface
  public interface Work {
    /// Works on the rows in [from, to).
    void on(int from, int to);
  }

  /// What is done for one block with something that only one thread has at a time.
  @FunctionalInterface
  public interface ScratchWork<S> {
    /// Works on the rows in [from, to).
    void on(S scratch, int from, int to);
  }

  private RowBlocks() {}

  /// Runs the work for every block of `blockRows` rows (the last may be shorter), in any order.
  public static void forEach(int rows, int blockRows, Work work) {
    forEach(rows, blockRows, () -> work, (same, from, to) -> same.on(from, to));
  }

  /// The same with a scratch for each thread, made when the thread has its first block.
  ///
  /// @return what was made, in any order
  public static <S> Collection<S> forEach(
      int rows, int blockRows, Supplier<S> newScratch, ScratchWork<S> work) {
    int blocks = (int) (((long) rows + blockRows - 1) / blockRows);
    AtomicInteger next = new AtomicInteger();
    List<S> scratches =
        IntStream.range(0, Math.min(blocks, ForkJoinPool.getCommonPoolParallelism() + 1))
            .parallel()
            .mapToObj(thread -> {
              S scratch = null;
              for (int block = next.getAndIncrement();
                  block < blocks;
                  block = next.getAndIncrement()) {
                scratch = scratch == null ? newScratch.get() : scratch;
                int from = block * blockRows;
                work.on(scratch, from, Math.min(rows, from + blockRows));
              }
              return scratch;
            })
            .filter(Objects::nonNull)
            .toList();
    return scratches;
  }
}
