package io.privirec.serving.scoring;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.serving.scoring.ScoringListener.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Scores without the fold: a product with the factors of all items, which for one history reads as
/// much memory as for many. So whatever asks while a product is made is scored by the next one
/// together; a request that is alone is scored at once, and nobody waits for others to come.
///
/// A history's scores are one chain of operations in a fixed order, the same bits in a batch of any
/// size. What waits is bounded: each request has a score vector from a pool while it is here, and
/// without one it is refused. Thread-safe.
final class ExactScores implements HistoryScorer, AutoCloseable {
  /// Most requests here at once, waiting, scored or ranked.
  static final int PLACES = 64;

  /// Beyond, a larger product makes nobody faster.
  private static final int MAX_BATCH = 32;

  /// Rows that a product has at no cost: the height of its tiles.
  private static final int STEP = 8;

  private final FactorFilter filter;
  private final BlockingQueue<float[]> places = new ArrayBlockingQueue<>(PLACES);
  private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(PLACES);
  private final @Nullable DenseMatrix[] products = new @Nullable DenseMatrix[MAX_BATCH / STEP];
  private final ScoringListener batches;
  private final Thread thread;

  /// Begins to take requests.
  ///
  /// @param batches told how many requests each product scores
  ExactScores(FactorFilter filter, ScoringListener batches) {
    this.filter = filter;
    this.batches = batches;
    for (int n = 0; n < PLACES; n++) {
      places.add(new float[filter.items()]);
    }
    thread = Thread.ofPlatform().name("exact-scores").daemon().start(this::run);
  }

  /// One request; done when its scores are there.
  private static final class Waiting {
    private final History history;
    private final float[] scores;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    Waiting(History history, float[] scores) {
      this.history = history;
      this.scores = scores;
    }
  }

  /// Scores all items.
  ///
  /// @throws RequestRefusal.ExactQueueFull if too many requests are here
  @Override
  public <T> T score(History history, ScoringListener listener, Function<float[], T> use) {
    float[] scores = places.poll();
    if (scores == null) {
      throw new RequestRefusal.ExactQueueFull(PLACES);
    }
    try {
      long start = System.nanoTime();
      Waiting waiting = new Waiting(history, scores);
      queue.add(waiting);
      // Uninterruptibly: the vector goes back to the pool only when nobody writes to it any more.
      waiting.done.join();
      listener.scored(Phase.LOWRANK, System.nanoTime() - start);
      return use.apply(scores);
    } finally {
      places.add(scores);
    }
  }

  @Override
  public IntFunction<float[]> contributions(History history) {
    return item -> {
      float[] contributions = new float[history.items().length];
      for (int n = 0; n < contributions.length; n++) {
        contributions[n] = history.weights()[n] * filter.entry(history.items()[n], item);
      }
      return contributions;
    };
  }

  private void run() {
    List<Waiting> batch = new ArrayList<>(MAX_BATCH);
    try {
      while (true) {
        batch.add(queue.take());
        queue.drainTo(batch, MAX_BATCH - 1);
        score(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      // Closed, and so nobody is waiting.
      Thread.currentThread().interrupt();
    }
  }

  private void score(List<Waiting> batch) {
    try {
      int[][] histories = new int[batch.size()][];
      float[][] weights = new float[batch.size()][];
      for (int n = 0; n < batch.size(); n++) {
        histories[n] = batch.get(n).history.items();
        weights[n] = batch.get(n).history.weights();
      }
      DenseMatrix product = product(batch.size());
      filter.scoreInto(histories, weights, product);
      for (int n = 0; n < batch.size(); n++) {
        float[] scores = batch.get(n).scores;
        System.arraycopy(product.data(), n * scores.length, scores, 0, scores.length);
      }
      batches.batched(batch.size());
      batch.forEach(one -> one.done.complete(null));
    } catch (RuntimeException | Error e) {
      batch.forEach(one -> one.done.completeExceptionally(e));
    }
  }

  /// A matrix with room for so many rows, used again and again.
  private DenseMatrix product(int rows) {
    int size = (rows - 1) / STEP;
    DenseMatrix product = products[size];
    if (product == null) {
      product = DenseMatrix.zeros((size + 1) * STEP, filter.items());
      products[size] = product;
    }
    return product;
  }

  /// Nobody may be asking any more.
  @Override
  public void close() {
    thread.interrupt();
  }
}
