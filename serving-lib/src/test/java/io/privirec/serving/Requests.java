package io.privirec.serving;

import io.privirec.wire.Diversity;
import io.privirec.wire.ItemFilter;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.SimilarItemsRequest;
import java.util.Arrays;
import java.util.List;

/// Requests with as few words as a test needs.
public final class Requests {
  private Requests() {}

  public static RecommendationRequest of(int k, String... history) {
    return RecommendationRequest.of(items(history), k);
  }

  public static RecommendationRequest page(int k, int offset, String... history) {
    return plain(items(history), k, offset, null, null, null, null, null);
  }

  public static RecommendationRequest noFallback(int k, String... history) {
    return plain(items(history), k, null, null, null, null, null, "none");
  }

  public static RecommendationRequest explained(int k, String... history) {
    return plain(items(history), k, null, null, null, null, true, null);
  }

  public static RecommendationRequest filtered(
      int k, List<String> exclude, List<String> include, Boolean excludeSeen, String... history) {
    return plain(items(history), k, null, exclude, include, excludeSeen, null, null);
  }

  public static RecommendationRequest weighted(int k, HistoryItem... history) {
    return plain(List.of(history), k, null, null, null, null, true, null);
  }

  /// A history, with a basket.
  public static RecommendationRequest basket(
      int k, Boolean excludeSeen, List<String> context, String... history) {
    return new RecommendationRequest(
        items(history),
        k,
        null,
        null,
        null,
        excludeSeen,
        null,
        null,
        items(context.toArray(String[]::new)),
        null,
        null);
  }

  /// With everything that chooses items.
  public static RecommendationRequest chosen(
      int k, int offset, ItemFilter filter, Diversity diversity, String... history) {
    return new RecommendationRequest(
        items(history), k, offset, null, null, null, true, null, null, filter, diversity);
  }

  public static SimilarItemsRequest similar(String... items) {
    return new SimilarItemsRequest(List.of(items), null, null, null);
  }

  private static RecommendationRequest plain(
      List<HistoryItem> history,
      Integer k,
      Integer offset,
      List<String> exclude,
      List<String> include,
      Boolean excludeSeen,
      Boolean explain,
      String fallback) {
    return new RecommendationRequest(
        history, k, offset, exclude, include, excludeSeen, explain, fallback, null, null, null);
  }

  public static List<HistoryItem> items(String... history) {
    return Arrays.stream(history).map(item -> new HistoryItem(item, null)).toList();
  }
}
