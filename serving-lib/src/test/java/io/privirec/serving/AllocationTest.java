package io.privirec.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.privirec.wire.RecommendationRequest;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a request leaves for the garbage collector: its answer, and little else. */
class AllocationTest {
  private static final int K = 20;
  private static final int HISTORY = 27;
  private static final int REQUESTS = 200;

  /**
   * Measured: 5.7 kB, most of which is the answer. A bitmap of 50,000 items alone would be 6.3 kB.
   */
  private static final long BOUND = 8_000;

  @TempDir Path temp;

  @Test
  void recommend_largeCatalogue_allocatesWhatASmallOneDoes() throws Exception {
    long small = bytesPerRequest(1_000);
    long large = bytesPerRequest(50_000);

    assertThat(large).isLessThan(BOUND);
    // The compiler saves a few objects the longer it runs; a bitmap would be 6,100 more.
    assertThat(large - small).isLessThan(3_000);
  }

  @Test
  void recommend_historyThatSaysNothing_isFilledUpWithoutABitmapOfItsOwn() throws Exception {
    try (Recommender recommender = wide(50_000)) {
      RecommendationRequest last = Requests.of(K, "49999");

      assertThat(recommender.recommend(last).strategy()).isEqualTo(Ranking.MIXED);
      assertThat(bytesPerRequest(recommender, last)).isLessThan(BOUND);
    }
  }

  private long bytesPerRequest(int items) throws Exception {
    try (Recommender recommender = wide(items)) {
      String[] history =
          IntStream.range(0, HISTORY)
              .mapToObj(n -> Integer.toString(30 * n))
              .toArray(String[]::new);
      return bytesPerRequest(recommender, Requests.of(K, history));
    }
  }

  private static long bytesPerRequest(Recommender recommender, RecommendationRequest request) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int n = 0; n < REQUESTS; n++) {
      assertThat(recommender.recommend(request).items()).hasSize(K);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int n = 0; n < REQUESTS; n++) {
      recommender.recommend(request);
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / REQUESTS;
  }

  private Recommender wide(int items) throws Exception {
    Path release = TestRelease.writeWide(temp, "r-" + items, items);
    return Recommender.open(ReleaseDirectory.verify(release, TestRelease.COORDINATOR.publicKey()));
  }
}
