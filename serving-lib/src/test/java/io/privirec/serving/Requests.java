package io.privirec.serving;

import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.Arrays;
import java.util.List;

/** Requests with as few words as a test needs. */
final class Requests {
  private Requests() {}

  static RecommendationRequest of(int k, String... history) {
    return new RecommendationRequest(items(history), k, null, null, null, null, null, null);
  }

  static RecommendationRequest page(int k, int offset, String... history) {
    return new RecommendationRequest(items(history), k, offset, null, null, null, null, null);
  }

  static RecommendationRequest noFallback(int k, String... history) {
    return new RecommendationRequest(items(history), k, null, null, null, null, null, "none");
  }

  static RecommendationRequest explained(int k, String... history) {
    return new RecommendationRequest(items(history), k, null, null, null, null, true, null);
  }

  static RecommendationRequest filtered(
      int k, List<String> exclude, List<String> include, Boolean excludeSeen, String... history) {
    return new RecommendationRequest(
        items(history), k, null, exclude, include, excludeSeen, null, null);
  }

  static RecommendationRequest weighted(int k, HistoryItem... history) {
    return new RecommendationRequest(List.of(history), k, null, null, null, null, true, null);
  }

  private static List<HistoryItem> items(String... history) {
    return Arrays.stream(history).map(item -> new HistoryItem(item, null)).toList();
  }
}
