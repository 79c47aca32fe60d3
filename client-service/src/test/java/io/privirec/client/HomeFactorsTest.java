package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.runtime.ReleaseListener;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.ReleaseSigner;
import io.privirec.serving.release.ReleaseVerifier;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A release of item factors, answered from at home with stored ratings.
class HomeFactorsTest {
  private static final int ITEMS = 6;
  private static final String USER = "/v1/users/ann/recommendations";

  @TempDir private Path data;
  @TempDir private Path published;

  @Test
  void storedRatings_areAnsweredAsTheRecommenderAnswersThemPosted() throws Exception {
    try (TestCoordinator coordinator = new TestCoordinator()) {
      coordinator.catalogueOf(ITEMS);
      try (TestClient client = new TestClient(data, coordinator, "--privirec.client.accept=any")) {
        client.start();
        client.host("p1");
        client.importCsv("p1", "user,item,rating\nann,i1,5\nann,i2,1\nann,i4,2.5\nbob,i3,4\n");
        Path release = writeFactors(coordinator);
        coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release));
        client.bean(ReleaseListener.class).published();
        await("a release", () -> client.get(USER).statusCode() == 200);

        var atHome = client.get(USER + "?k=3&explain=true");

        assertThat(atHome.statusCode()).as(atHome.body()).isEqualTo(200);
        var items =
            JsonMapper.shared().readValue(atHome.body(), RecommendationAnswer.class).items();
        try (Recommender recommender =
            Recommender.open(ReleaseVerifier.verify(release, coordinator.key().publicKey()))) {
          assertThat(items).hasSize(3).isEqualTo(posted(recommender, 5.0, 1.0, 2.5).items());
          assertThat(items).isNotEqualTo(posted(recommender, null, null, null).items());
        }
      }
    }
  }

  private static RecommendationAnswer posted(
      Recommender recommender, Double first, Double second, Double fourth) {
    List<HistoryItem> history =
        List.of(
            new HistoryItem("i1", null, first),
            new HistoryItem("i2", null, second),
            new HistoryItem("i4", null, fourth));
    return recommender.recommend(
        new RecommendationRequest(
            history, 3, null, null, null, null, true, null, null, null, null));
  }

  private Path writeFactors(TestCoordinator coordinator) throws Exception {
    Path directory = TestReleases.write(published, 1, ITEMS, false, coordinator.key());
    float[] vectors = {1, 0, .5f, 1, -1, .5f, .3f, .8f, 1, 1, -.2f, .9f};
    ItemFactorsFile.write(
        directory.resolve(ItemFactorsFile.NAME),
        new ItemFactors(
            new LeastSquares.Explicit(2, .1, 1, 5), 3.2, DenseMatrix.of(ITEMS, 2, vectors)));
    ObjectNode manifest =
        (ObjectNode)
            JsonMapper.shared()
                .readTree(Files.readAllBytes(directory.resolve(ReleaseManifest.MANIFEST)));
    manifest.putObject("model").put("kind", ItemFactors.KIND).put("name", "als");
    ReleaseSigner.sign(
        directory,
        JsonMapper.shared().treeToValue(manifest, ReleaseManifest.class),
        coordinator.key());
    return directory;
  }
}
