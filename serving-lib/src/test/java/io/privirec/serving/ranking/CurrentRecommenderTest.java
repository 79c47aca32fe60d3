package io.privirec.serving.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.serving.Requests;
import io.privirec.serving.TestRelease;
import io.privirec.serving.release.ReleaseVerifier;
import io.privirec.serving.release.VerifiedRelease;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurrentRecommenderTest {
  @TempDir Path directory;

  @Test
  void holder_withoutRecommender_answersNothing() {
    assertThat(new CurrentRecommender().ask(Recommender::items)).isEmpty();
  }

  @Test
  void exchange_underLoad_failsNoRequest() throws Exception {
    Path path = TestRelease.write(directory, "r-1");
    VerifiedRelease release = ReleaseVerifier.verify(path, TestRelease.COORDINATOR.publicKey());
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger answers = new AtomicInteger();
    CountDownLatch started = new CountDownLatch(4);
    try (CurrentRecommender current = new CurrentRecommender();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      current.exchange(Recommender.open(release));
      List<Future<?>> askers =
          IntStream.range(0, 4)
              .<Future<?>>mapToObj(n ->
                  threads.submit(() -> {
                    started.countDown();
                    while (!done.get()) {
                      var answer = current.ask(r -> r.recommend(Requests.of(2, "a"))).orElseThrow();
                      assertThat(answer.items()).hasSize(2);
                      answers.incrementAndGet();
                    }
                  }))
              .toList();
      started.await();
      for (int n = 0; n < 200; n++) {
        current.exchange(Recommender.open(release));
      }
      done.set(true);
      for (Future<?> asker : askers) {
        asker.get();
      }
      assertThat(answers).hasPositiveValue();
    }
  }
}
