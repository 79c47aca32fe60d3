package io.privirec.client.contribution;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The slots of all participants of a process for a kind of work on chunks. Each chunk under way
/// holds a slot, so the number of slots bounds the memory for this work. Two objects of this class
/// share nothing: work on the slots of an object does not wait for work on other slots.
final class ChunkSlots {
  private final BlockingQueue<ChunkSlot> free;

  ChunkSlots(int count) {
    this.free = new ArrayBlockingQueue<>(count, true);
    for (int slot = 0; slot < count; slot++) {
      free.add(new ChunkSlot());
    }
  }

  /// A condition that a chunk waits for.
  @FunctionalInterface
  interface Gate {
    /// Returns whether the work on the chunk begins. If not, no later chunk begins.
    ///
    /// @param hasFailed returns whether a step for an earlier chunk failed
    boolean opens(int chunk, BooleanSupplier hasFailed) throws Exception;
  }

  /// Work on a chunk in the memory of a slot.
  @FunctionalInterface
  interface Step {
    void run(int chunk, ChunkSlot slot) throws Exception;
  }

  /// Runs a step for each chunk, for several chunks at a time, on virtual threads.
  ///
  /// @return whether the step ran for all chunks
  /// @throws Exception of the first step that failed; no step begins after it
  boolean each(List<Integer> chunks, Gate gate, Step step) throws Exception {
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    boolean all;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      all = start(chunks, gate, step, threads, failure);
    }
    @Nullable Exception first = failure.get();
    if (first != null) {
      throw first;
    }
    return all;
  }

  private boolean start(
      List<Integer> chunks,
      Gate gate,
      Step step,
      ExecutorService threads,
      AtomicReference<@Nullable Exception> failure)
      throws Exception {
    for (int chunk : chunks) {
      if (!gate.opens(chunk, () -> failure.get() != null)) {
        return false;
      }
      ChunkSlot slot = free.take();
      threads.execute(() -> {
        try {
          if (failure.get() == null) {
            step.run(chunk, slot);
          }
        } catch (Exception e) {
          failure.compareAndSet(null, e);
        } finally {
          free.add(slot);
        }
      });
    }
    return true;
  }
}
