package io.privirec.filter.matrix;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Fixed blocks of rows, worked on by all cores.
///
/// The partition depends on the number of rows only, never on the machine, and blocks must write to
/// disjoint places: so results are the same for every number of threads. A thread that is done with
/// a block takes the next one, so that blocks may differ in their work.
///
/// What the work throws, the caller gets as it was thrown, once nobody works any more. No new block
/// is begun after it.
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
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<S> scratches =
        IntStream.range(0, Math.min(blocks, ForkJoinPool.getCommonPoolParallelism() + 1))
            .parallel()
            .mapToObj(thread -> {
              S scratch = null;
              try {
                for (int block = next.getAndIncrement();
                    block < blocks && failure.get() == null;
                    block = next.getAndIncrement()) {
                  scratch = scratch == null ? newScratch.get() : scratch;
                  int from = block * blockRows;
                  work.on(scratch, from, Math.min(rows, from + blockRows));
                }
              } catch (RuntimeException | Error e) {
                // A task of the pool would hand on a copy of it without its message, and not wait.
                failure.compareAndSet(null, e);
              }
              return scratch;
            })
            .filter(Objects::nonNull)
            .toList();
    switch (failure.get()) {
      case null -> {}
      case Error e -> throw e;
      case RuntimeException e -> throw e;
      case Throwable e -> throw new AssertionError(e);
    }
    return scratches;
  }
}
