package io.privirec.serving.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Requests that are scored together, and more of them than there is room for.
class ExactScoresTest {
  private static final FactorFilter FILTER =
      FactorFilter.gfCf(
          new SpectralFactors(
              DenseMatrix.of(3, 2, new float[] {.6f, 0, .8f, 0, 0, 1}),
              new float[] {.5f, .25f},
              new long[] {1, 2, 4},
              2),
          .3);

  @Test
  void requests_together_getTheirOwnScores_andEachIsInOneBatch() throws Exception {
    AtomicInteger scored = new AtomicInteger();
    ScoringListener batches =
        new ScoringListener() {
          @Override
          public void scored(Phase phase, long nanos) {}

          @Override
          public void batched(int requests) {
            scored.addAndGet(requests);
          }
        };
    try (ExactScores exact = new ExactScores(FILTER, batches);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<float[]>> answers = new ArrayList<>();
      for (int n = 0; n < ExactScores.PLACES; n++) {
        History history = History.ofItems(new int[] {n % 3});
        answers.add(
            threads.submit(() -> exact.score(history, ScoringListener.NONE, float[]::clone)));
      }
      for (int n = 0; n < answers.size(); n++) {
        float[] expected = FILTER.scoreBatch(new int[][] {{n % 3}}).data();
        assertThat(answers.get(n).get()).containsExactly(expected);
      }
    }
    assertThat(scored).hasValue(ExactScores.PLACES);
  }

  @Test
  void request_moreThanThereIsRoomFor_isRefused_andLeavesRoomForTheNext() throws Exception {
    History history = History.ofItems(new int[] {0});
    CountDownLatch here = new CountDownLatch(ExactScores.PLACES);
    CountDownLatch go = new CountDownLatch(1);
    try (ExactScores exact = new ExactScores(FILTER, ScoringListener.NONE)) {
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int n = 0; n < ExactScores.PLACES; n++) {
          threads.execute(() ->
              exact.score(
                  history,
                  ScoringListener.NONE,
                  lent -> {
                    here.countDown();
                    try {
                      go.await();
                    } catch (InterruptedException e) {
                      throw new AssertionError(e);
                    }
                    return lent.length;
                  }));
        }
        here.await();
        assertThatThrownBy(() -> exact.score(history, ScoringListener.NONE, float[]::clone))
            .isInstanceOf(RequestRefusal.ExactQueueFull.class);
        go.countDown();
      }
      float[] scores = exact.score(history, ScoringListener.NONE, float[]::clone);
      assertThat(scores).hasSize(3);
    }
  }
}
