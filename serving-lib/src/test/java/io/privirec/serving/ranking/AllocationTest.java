package io.privirec.serving.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.privirec.serving.Requests;
import io.privirec.serving.TestRelease;
import io.privirec.serving.metadata.MetadataVersion;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.RecommendationRequest;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a request leaves for the garbage collector: its answer, and little else.
class AllocationTest {
  private static final int K = 20;
  private static final int HISTORY = 27;
  private static final int REQUESTS = 200;
  private static final int ROUNDS = 500;

  /// Measured: 5.7 kB, most of which is the answer. A bitmap of 50,000 items alone would be 6.3 kB.
  private static final long BOUND = 8_000;

  @TempDir Path temp;

  @Test
  void recommend_largeCatalogue_allocatesWhatASmallOneDoes() throws Exception {
    long small = bytesPerRequest(1_000);
    long large = bytesPerRequest(50_000);

    assertThat(large).isLessThan(BOUND);
    // A bitmap would be 6,100 more.
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

  @Test
  void categories_asManyAsItems_takeMemoryByItems() throws Exception {
    long few = bytesOfOneCategoryEach(5_000);
    long many = bytesOfOneCategoryEach(20_000);

    // Four times as many of them, each four times as long, would be sixteen times as much.
    assertThat(many).isLessThan(7 * few);
  }

  private long bytesOfOneCategoryEach(int items) throws Exception {
    Map<String, ItemMetadata> metadata = new HashMap<>();
    for (int item = 0; item < items; item++) {
      metadata.put(Integer.toString(item), new ItemMetadata(List.of("author-" + item), null, null));
    }
    RequestContext context = new RequestContext(MetadataVersion.of(1, metadata), Instant.EPOCH);
    try (Recommender recommender = wide(items)) {
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      assertThat(recommender.popular(K, 0, null, context).items()).hasSize(K);
      return threads.getCurrentThreadAllocatedBytes() - before;
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
    long least = Long.MAX_VALUE;
    // The compiler removes more and more objects; when it is done is its own affair.
    for (int round = 0; round < ROUNDS && least >= BOUND; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int n = 0; n < REQUESTS; n++) {
        recommender.recommend(request);
      }
      least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / REQUESTS);
    }
    assertThat(recommender.recommend(request).items()).hasSize(K);
    return least;
  }

  private Recommender wide(int items) throws Exception {
    return TestRelease.open(TestRelease.writeWide(temp, "r-" + items, items));
  }
}
