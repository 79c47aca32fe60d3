package io.privirec.serving.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.serving.Requests;
import io.privirec.serving.TestRelease;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.release.ShownClaim;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.ReleaseManifest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A release of item degrees alone: popular items for everybody.
class PopularityModelTest {
  @TempDir Path directory;
  private Path release;
  private Recommender recommender;

  @BeforeEach
  void open() throws Exception {
    release = TestRelease.writePopularity(directory, "r-1");
    recommender = TestRelease.open(release);
  }

  @AfterEach
  void close() {
    recommender.close();
  }

  @Test
  void history_getsPopularItems_withoutItsOwn() {
    RecommendationAnswer answer = recommender.recommend(Requests.of(2, "b"));
    assertThat(answer.strategy()).isEqualTo("popular");
    assertThat(answer.items())
        .containsExactly(
            new RankedItem("h", "Title h", 1, 9, null), new RankedItem("d", "Title d", 2, 7, null));
    assertThat(answer.filtered().seen()).isEqualTo(1);
  }

  @Test
  void explanation_namesNoHistoryItem() {
    RecommendationAnswer answer = recommender.recommend(Requests.explained(2, "b"));
    assertThat(answer.items()).allSatisfy(item -> assertThat(item.because()).isEmpty());
  }

  @Test
  void item_hasNoSimilarOnes() {
    assertThat(
            recommender.similar(Requests.similar("a"), RequestContext.PLAIN).orElseThrow().items())
        .isEmpty();
    assertThat(recommender.similar(Requests.similar("unheard-of"), RequestContext.PLAIN)).isEmpty();
  }

  @Test
  void view_saysTheKind_andHashesWhatScores() throws Exception {
    recommender.warmUp(10);
    ShownClaim shown = ShownClaim.withoutEpsilon("unknown");
    ModelView view = recommender.view(true, false, TestRelease.CREATED, shown);
    assertThat(view.kind()).isEqualTo("popularity");
    assertThat(view.filterHash())
        .isEqualTo(Digest.ofFile(release.resolve(ReleaseManifest.DEGREES)).hex());
  }
}
