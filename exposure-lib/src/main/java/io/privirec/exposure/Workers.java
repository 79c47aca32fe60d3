package io.privirec.exposure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/// The threads of a reconstruction.
///
/// Blocks of rows run as parallel streams. A parallel stream stays in the pool of the thread that
/// starts it, so the pool bounds the threads of all blocks.
final class Workers {
  private Workers() {}

  /// Runs some work with a number of threads, and waits for it.
  ///
  /// @return the result of the work. An exception of the work reaches the caller unchanged
  static <T> T run(int threads, Supplier<T> work) {
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      return CompletableFuture.supplyAsync(work, pool).join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
