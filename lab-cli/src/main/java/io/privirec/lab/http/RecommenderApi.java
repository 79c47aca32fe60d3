package io.privirec.lab.http;

import io.privirec.wire.ModelList;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/// The recommender as an app sees it.
public final class RecommenderApi implements AutoCloseable {
  private final JsonApi api;

  /// At an address.
  public RecommenderApi(URI base) {
    this.api = new JsonApi(base, null);
  }

  /// The loaded models.
  public List<ModelView> models() throws IOException, InterruptedException {
    return api.get("/v1/models", ModelList.class).models();
  }

  /// The best items for a history.
  public RecommendationAnswer recommend(List<String> history, int k)
      throws IOException, InterruptedException {
    List<HistoryItem> items = history.stream().map(item -> new HistoryItem(item, null)).toList();
    return api.post(
        "/v1/recommendations", RecommendationRequest.of(items, k), RecommendationAnswer.class);
  }

  @Override
  public void close() {
    api.close();
  }
}
