package io.privirec.serving;

import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A history in terms of the catalogue: items ascending and unique, with their weights. An item
 * given twice counts once, with the larger of its weights, so that order does not matter.
 */
final class History {
  private static final double MAX_WEIGHT = 1e6;
  private static final double MIN_WEIGHT = 1e-6;

  private final int[] items;
  private final float[] weights;
  private final List<String> unknown;

  private History(int[] items, float[] weights, List<String> unknown) {
    this.items = items;
    this.weights = weights;
    this.unknown = unknown;
  }

  static History of(List<HistoryItem> given, CatalogueIndex catalogue) {
    Map<Integer, Float> known = new TreeMap<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (int n = 0; n < given.size(); n++) {
      float weight = weight(given.get(n), n);
      int index = catalogue.indexOf(given.get(n).item());
      if (index < 0) {
        unknown.add(given.get(n).item());
      } else {
        known.merge(index, weight, Math::max);
      }
    }
    int[] items = new int[known.size()];
    float[] weights = new float[known.size()];
    int next = 0;
    for (Map.Entry<Integer, Float> entry : known.entrySet()) {
      items[next] = entry.getKey();
      weights[next++] = entry.getValue();
    }
    return new History(items, weights, List.copyOf(unknown));
  }

  int[] items() {
    return items;
  }

  float[] weights() {
    return weights;
  }

  /** Ids that the catalogue does not have, in the order given, each once. */
  List<String> unknown() {
    return unknown;
  }

  boolean isEmpty() {
    return items.length == 0;
  }

  private static float weight(HistoryItem item, int position) {
    if (item.weight() == null) {
      return 1;
    }
    double weight = item.weight();
    if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
      throw new InvalidRequestException(
          "/history/" + position + "/weight",
          "must be in [%s, %s]".formatted(MIN_WEIGHT, MAX_WEIGHT));
    }
    return (float) weight;
  }
}
