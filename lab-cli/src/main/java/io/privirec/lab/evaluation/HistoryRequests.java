package io.privirec.lab.evaluation;

import io.privirec.filter.data.Dataset;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.Arrays;
import java.util.stream.IntStream;

/// HistoryRequests of a data set as a recommender is asked with them.
public final class HistoryRequests {
  private HistoryRequests() {}

  /// A request for the best items for some others.
  ///
  /// @param items indices in the catalogue
  public static RecommendationRequest request(Dataset dataset, int[] items, int k) {
    return RecommendationRequest.of(
        Arrays.stream(items)
            .mapToObj(item -> new HistoryItem(dataset.itemIds().get(item), null))
            .toList(),
        k);
  }

  /// Users with train interactions, ascending.
  public static IntStream users(Dataset dataset) {
    return IntStream.range(0, dataset.users()).filter(user -> dataset.train().rowLength(user) > 0);
  }
}
