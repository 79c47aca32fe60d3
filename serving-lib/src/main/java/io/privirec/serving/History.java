package io.privirec.serving;

import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A history in terms of the catalogue: items ascending and unique, with their weights. An item
 * given twice counts once, with the larger of its weights, so that order does not matter.
 */
final class History {
  private static final double MAX_WEIGHT = 1e6;
  private static final double MIN_WEIGHT = 1e-6;

  private final int[] items;
  private final float[] weights;
  private final int[] context;
  private final List<String> unknown;

  private History(int[] items, float[] weights, int[] context, List<String> unknown) {
    this.items = items;
    this.weights = weights;
    this.context = context;
    this.unknown = unknown;
  }

  /**
   * Reads a history.
   *
   * @param context what is at hand: belongs to the history
   */
  static History of(
      List<HistoryItem> history, @Nullable List<HistoryItem> context, CatalogueIndex catalogue) {
    Map<Integer, Float> known = new TreeMap<>();
    Set<String> unknown = new LinkedHashSet<>();
    read(history, "/history/", catalogue, known, unknown);
    int[] atHand =
        context == null
            ? new int[0]
            : read(context, "/context/", catalogue, known, unknown).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    int[] items = new int[known.size()];
    float[] weights = new float[known.size()];
    int next = 0;
    for (Map.Entry<Integer, Float> entry : known.entrySet()) {
      items[next] = entry.getKey();
      weights[next++] = entry.getValue();
    }
    return new History(items, weights, atHand, List.copyOf(unknown));
  }

  /** A history of one weight, of items of the catalogue. */
  static History of(Set<Integer> known) {
    int[] items = known.stream().mapToInt(Integer::intValue).sorted().toArray();
    float[] weights = new float[items.length];
    Arrays.fill(weights, 1);
    return new History(items, weights, new int[0], List.of());
  }

  private static Set<Integer> read(
      List<HistoryItem> given,
      String pointer,
      CatalogueIndex catalogue,
      Map<Integer, Float> known,
      Set<String> unknown) {
    Set<Integer> read = new TreeSet<>();
    for (int n = 0; n < given.size(); n++) {
      float weight = weight(given.get(n), pointer + n + "/weight");
      int index = catalogue.indexOf(given.get(n).item());
      if (index < 0) {
        unknown.add(given.get(n).item());
      } else {
        read.add(index);
        known.merge(index, weight, Math::max);
      }
    }
    return read;
  }

  int[] items() {
    return items;
  }

  float[] weights() {
    return weights;
  }

  /** Those of the items that are at hand, ascending. */
  int[] context() {
    return context;
  }

  /** Ids that the catalogue does not have, in the order given, each once. */
  List<String> unknown() {
    return unknown;
  }

  boolean isEmpty() {
    return items.length == 0;
  }

  private static float weight(HistoryItem item, String pointer) {
    if (item.weight() == null) {
      return 1;
    }
    double weight = item.weight();
    if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
      throw new InvalidRequestException(
          pointer, "must be in [%s, %s]".formatted(MIN_WEIGHT, MAX_WEIGHT));
    }
    return (float) weight;
  }
}
