package io.privirec.coordinator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// The same thing, done by many threads that begin together.
public final class AtOnce {
  private AtOnce() {}

  public static <T> List<T> call(int threads, Callable<T> work) throws Exception {
    CyclicBarrier together = new CyclicBarrier(threads);
    Callable<T> each =
        () -> {
          together.await(1, TimeUnit.MINUTES);
          return work.call();
        };
    List<T> results = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (Future<T> one : pool.invokeAll(Collections.nCopies(threads, each))) {
        results.add(one.get());
      }
    }
    return results;
  }
}
