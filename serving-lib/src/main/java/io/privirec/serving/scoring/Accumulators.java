package io.privirec.serving.scoring;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;

/// A bounded pool of score vectors. It also bounds how many requests score at once: with more, they
/// would only take the cores from each other.
final class Accumulators {
  private final BlockingQueue<float[]> free;

  Accumulators(int count, int items) {
    free = new ArrayBlockingQueue<>(count);
    for (int n = 0; n < count; n++) {
      free.add(new float[items]);
    }
  }

  /// Runs with a vector of its own, contents undefined; waits for one when all are in use.
  <T> T with(Function<float[], T> use) {
    float[] scores = take();
    try {
      return use.apply(scores);
    } finally {
      free.add(scores);
    }
  }

  private float[] take() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return free.take();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
