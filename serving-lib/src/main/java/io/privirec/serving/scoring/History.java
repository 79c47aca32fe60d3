package io.privirec.serving.scoring;

import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A history in terms of the catalogue: items ascending and unique, with their weights. An item
/// given twice counts once, with the larger of its weights, so that order does not matter.
public final class History {
  private static final double MAX_WEIGHT = 1e6;
  private static final double MAX_RATING = 1e6;
  private static final double MIN_WEIGHT = 1e-6;

  private final int[] items;
  private final float[] weights;
  private final float[] ratings;
  private final int[] context;
  private final List<String> unknown;

  private History(
      int[] items, float[] weights, float[] ratings, int[] context, List<String> unknown) {
    this.items = items;
    this.weights = weights;
    this.ratings = ratings;
    this.context = context;
    this.unknown = unknown;
  }

  /// Reads a history.
  ///
  /// @param context what is at hand: belongs to the history
  public static History of(
      List<HistoryItem> history, @Nullable List<HistoryItem> context, CatalogueIndex catalogue) {
    List<HistoryItem> atHand = context == null ? List.of() : context;
    long[] read = new long[history.size() + atHand.size()];
    Set<String> unknown = new LinkedHashSet<>();
    int past = read(history, "/history/", catalogue, read, 0, unknown);
    int known = read(atHand, "/context/", catalogue, read, past, unknown);
    int[] contextItems = unique(read, past, known);
    Arrays.sort(read, 0, known);
    int[] items = new int[known];
    float[] weights = new float[known];
    int next = 0;
    for (int n = 0; n < known; n++) {
      if (next > 0 && items[next - 1] == item(read[n])) {
        next--;
      }
      items[next] = item(read[n]);
      weights[next++] = Float.intBitsToFloat((int) read[n]);
    }
    int[] unique = Arrays.copyOf(items, next);
    float[] ratings = new float[next];
    Arrays.fill(ratings, Float.NaN);
    rate(history, "/history/", catalogue, unique, ratings);
    rate(atHand, "/context/", catalogue, unique, ratings);
    return new History(
        unique, Arrays.copyOf(weights, next), ratings, contextItems, List.copyOf(unknown));
  }

  /// A history of one weight.
  ///
  /// @param items of the catalogue, in any order, none twice
  public static History ofItems(int[] items) {
    int[] sorted = items.clone();
    Arrays.sort(sorted);
    float[] weights = new float[sorted.length];
    Arrays.fill(weights, 1);
    float[] ratings = new float[sorted.length];
    Arrays.fill(ratings, Float.NaN);
    return new History(sorted, weights, ratings, new int[0], List.of());
  }

  /// Reads items as item · 2³² + bits of the weight, which sort by item, then by weight: positive
  /// floats are in the order of their bits.
  ///
  /// @return where the next one goes
  private static int read(
      List<HistoryItem> given,
      String pointer,
      CatalogueIndex catalogue,
      long[] read,
      int from,
      Set<String> unknown) {
    int next = from;
    for (int n = 0; n < given.size(); n++) {
      float weight = weight(given.get(n), pointer, n);
      int index = catalogue.indexOf(given.get(n).item());
      if (index < 0) {
        unknown.add(given.get(n).item());
      } else {
        read[next++] = (long) index << Integer.SIZE | Float.floatToRawIntBits(weight);
      }
    }
    return next;
  }

  /// Takes down the ratings; of an item with several the largest, so that order does not matter.
  private static void rate(
      List<HistoryItem> given,
      String pointer,
      CatalogueIndex catalogue,
      int[] items,
      float[] ratings) {
    for (int n = 0; n < given.size(); n++) {
      Double rating = given.get(n).rating();
      if (rating == null) {
        continue;
      }
      if (!(Math.abs(rating) <= MAX_RATING)) {
        throw new RequestRefusal.InvalidValue(
            pointer + n + "/rating", "must be in [%s, %s]".formatted(-MAX_RATING, MAX_RATING));
      }
      int at = Arrays.binarySearch(items, catalogue.indexOf(given.get(n).item()));
      if (at >= 0 && !(ratings[at] >= rating)) {
        ratings[at] = rating.floatValue();
      }
    }
  }

  /// The items of a part of what was read, ascending, each once.
  private static int[] unique(long[] read, int from, int to) {
    return Arrays.stream(read, from, to).mapToInt(History::item).sorted().distinct().toArray();
  }

  private static int item(long read) {
    return (int) (read >>> Integer.SIZE);
  }

  public int[] items() {
    return items;
  }

  public float[] weights() {
    return weights;
  }

  /// One for each item; NaN where none was given. A fresh array.
  public float[] ratings() {
    return ratings.clone();
  }

  /// Those of the items that are at hand, ascending.
  public int[] context() {
    return context;
  }

  /// Ids that the catalogue does not have, in the order given, each once.
  public List<String> unknown() {
    return unknown;
  }

  public boolean isEmpty() {
    return items.length == 0;
  }

  private static float weight(HistoryItem item, String pointer, int n) {
    if (item.weight() == null) {
      return 1;
    }
    double weight = item.weight();
    if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
      throw new RequestRefusal.InvalidValue(
          pointer + n + "/weight", "must be in [%s, %s]".formatted(MIN_WEIGHT, MAX_WEIGHT));
    }
    return (float) weight;
  }
}
