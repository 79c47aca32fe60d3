package io.privirec.exposure;

import io.privirec.exposure.Assignments.PairBounds;
import io.privirec.exposure.RowSystem.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Splits a row of G into the histories of its users.
///
/// Each value of the row of item i is the sum of weights, as 1/d, over some users of i. The search
/// takes the smallest value that no subset of the known users explains, and adds a user that
/// explains it. A valid split explains each value. In a valid split the users' weights add up to
/// the diagonal, and each user of d items has exactly d items. The result contains the histories
/// that all splits share.
final class RowSplitter {
  private static final int MOST_NODES = 8_000;
  private static final int MOST_SPLITS = 64;
  private static final int MOST_USERS = 16;

  private final int[] items;
  private final double[] values;
  private final double[] tolerances;
  private final double diagonal;
  private final double diagonalTolerance;
  private final int users;
  private final UserWeight weight;
  private final PairBounds pairs;

  /// Places in ascending order of values.
  private final int[] order;

  private final int[] sizes;
  private double[] sums = {0};
  private int nodes;
  private final Set<List<Integer>> seen = new HashSet<>();
  private final List<List<int[]>> splits = new ArrayList<>();
  private boolean complete = true;

  private RowSplitter(Row row, int own, int users, UserWeight weight, PairBounds pairs) {
    this.weight = weight;
    this.items = row.items();
    this.values = row.values();
    this.tolerances = row.tolerances();
    this.users = users;
    this.pairs = pairs;
    this.diagonal = values[own];
    this.diagonalTolerance = tolerances[own];
    this.sizes = new int[users];
    this.order = ascending(values);
  }

  private static int[] ascending(double[] values) {
    Integer[] boxed = new Integer[values.length];
    Arrays.setAll(boxed, n -> n);
    Arrays.sort(boxed, (a, b) -> Double.compare(values[a], values[b]));
    return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
  }

  /// Splits a row.
  ///
  /// @param item whose row it is
  /// @param users how many have the item
  /// @param weight of users in the row
  /// @param pairs what other rows say
  /// @return whole histories, each ascending
  static List<int[]> split(Row row, int item, int users, UserWeight weight, PairBounds pairs) {
    int own = Arrays.binarySearch(row.items(), item);
    if (own < 0 || users < 1 || users > MOST_USERS) {
      return List.of();
    }
    RowSplitter splitter = new RowSplitter(row, own, users, weight, pairs);
    splitter.search(0, 0);
    return splitter.agreed();
  }

  private void search(int known, double total) {
    if (!complete) {
      return;
    }
    if (++nodes > MOST_NODES || splits.size() >= MOST_SPLITS) {
      complete = false;
      return;
    }
    double[] sorted = sums.clone();
    Arrays.sort(sorted);
    int at = 0;
    while (at < order.length && isExplained(sorted, values[order[at]], tolerances[order[at]])) {
      at++;
    }
    if (known == users) {
      if (at == order.length && Math.abs(total - diagonal) <= diagonalTolerance) {
        conclude();
      }
      return;
    }
    int left = users - known;
    if (left == 1) {
      tryEach(known, total, diagonal - total, diagonalTolerance);
      return;
    }
    // A user's own weight may be a sum that known users explain.
    double before = Double.NaN;
    for (double sum : sorted) {
      if (sum > 0 && !(Math.abs(sum - before) <= diagonalTolerance)) {
        before = sum;
        tryEach(known, total, sum, diagonalTolerance);
      }
    }
    if (at == order.length) {
      return;
    }
    double value = values[order[at]];
    double tolerance = tolerances[order[at]];
    double last = Double.NaN;
    for (double sum : sorted) {
      if (sum >= value || Math.abs(sum - last) <= tolerance / 8) {
        continue;
      }
      last = sum;
      // Several new users of equal history appear only together.
      for (int together = 1; together <= left; together++) {
        tryEach(known, total, (value - sum) / together, tolerance / together);
      }
    }
  }

  private static boolean isExplained(double[] sorted, double value, double tolerance) {
    int found = Arrays.binarySearch(sorted, value - tolerance);
    int at = found >= 0 ? found : -found - 1;
    return at < sorted.length && sorted[at] <= value + tolerance && sorted[at] > 0;
  }

  /// Tries each size d with a weight within a tolerance of a number.
  private void tryEach(int known, double total, double part, double tolerance) {
    if (part <= tolerance) {
      return;
    }
    int least = Math.max(1, (int) Math.ceil(weight.items(part + tolerance) - 1e-9));
    int most = (int) Math.min(items.length, Math.floor(weight.items(part - tolerance) + 1e-9));
    for (int size = least; size <= most; size++) {
      extend(known, total, size);
    }
  }

  private void extend(int known, double total, int size) {
    if (capacity(size) < size) {
      return;
    }
    int left = users - known - 1;
    double more = total + weight.of(size);
    double least = more + left * weight.of(items.length);
    if (least > diagonal + diagonalTolerance) {
      return;
    }
    sizes[known] = size;
    List<Integer> key = new ArrayList<>();
    for (int n = 0; n <= known; n++) {
      key.add(sizes[n]);
    }
    key.sort(null);
    if (!seen.add(key)) {
      return;
    }
    double[] before = sums;
    sums = Arrays.copyOf(before, 2 * before.length);
    for (int n = 0; n < before.length; n++) {
      sums[before.length + n] = before[n] + weight.of(size);
    }
    search(known + 1, more);
    sums = before;
  }

  /// Counts the items that a user of some size can have in this row.
  private int capacity(int size) {
    int low = 0;
    int high = order.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int n = order[middle];
      if (values[n] + tolerances[n] < weight.of(size)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return order.length - low;
  }

  /// Assigns items to users, as far as values and sizes determine the users.
  private void conclude() {
    int[] byUser = sizes.clone();
    List<int[]> options = new ArrayList<>();
    int[] place = new int[items.length];
    Integer[] masks = new Integer[sums.length];
    Arrays.setAll(masks, n -> n);
    Arrays.sort(masks, (a, b) -> Double.compare(sums[a], sums[b]));
    for (int n : order) {
      List<Integer> fitting = new ArrayList<>();
      for (int mask : masks) {
        double off = sums[mask] - values[n];
        if (off > tolerances[n]) {
          break;
        }
        if (off >= -tolerances[n] && mask != 0) {
          fitting.add(mask);
        }
      }
      place[n] = options.size();
      options.add(fitting.stream().mapToInt(Integer::intValue).toArray());
    }
    if (!propagate(byUser, options)) {
      return;
    }
    int[][] byPlace = new int[items.length][];
    boolean open = false;
    for (int n = 0; n < items.length; n++) {
      byPlace[n] = options.get(place[n]);
      if (byPlace[n].length == 0) {
        return;
      }
      open |= byPlace[n].length > 1;
    }
    List<int[]> sure = histories(byPlace);
    if (open) {
      Assignments assignments = new Assignments(items, byPlace, byUser, weight, pairs);
      if (assignments.search()) {
        for (int[] way : assignments.found()) {
          int[][] single = Arrays.stream(way).mapToObj(m -> new int[] {m}).toArray(int[][]::new);
          splits.add(histories(single));
        }
        return;
      }
    }
    splits.add(sure);
  }

  /// Excludes sets of users by the users' sizes.
  ///
  /// @return whether a way is left
  private boolean propagate(int[] byUser, List<int[]> options) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int user = 0; user < users; user++) {
        int bit = 1 << user;
        int sure = 0;
        int possible = 0;
        for (int[] masks : options) {
          boolean all = true;
          boolean any = false;
          for (int mask : masks) {
            all &= (mask & bit) != 0;
            any |= (mask & bit) != 0;
          }
          sure += all && any ? 1 : 0;
          possible += any ? 1 : 0;
        }
        if (sure > byUser[user] || possible < byUser[user]) {
          return false;
        }
        if (sure == possible || (sure < byUser[user] && possible > byUser[user])) {
          continue;
        }
        boolean keep = possible == byUser[user];
        for (int n = 0; n < options.size(); n++) {
          int[] masks = options.get(n);
          int[] left = Arrays.stream(masks).filter(m -> (m & bit) != 0 == keep).toArray();
          if (left.length > 0 && left.length < masks.length) {
            options.set(n, left);
            changed = true;
          }
        }
      }
    }
    return true;
  }

  /// Returns the histories of the users whose items are all certain.
  private List<int[]> histories(int[][] byPlace) {
    List<int[]> found = new ArrayList<>();
    for (int user = 0; user < users; user++) {
      int bit = 1 << user;
      int[] history = new int[items.length];
      int length = 0;
      boolean whole = true;
      for (int n = 0; n < items.length; n++) {
        boolean all = true;
        boolean any = false;
        for (int mask : byPlace[n]) {
          all &= (mask & bit) != 0;
          any |= (mask & bit) != 0;
        }
        whole &= all == any;
        if (any) {
          history[length++] = items[n];
        }
      }
      if (whole && length == sizes[user]) {
        found.add(Arrays.copyOf(history, length));
      }
    }
    return found;
  }

  private List<int[]> agreed() {
    if (!complete || splits.isEmpty()) {
      return List.of();
    }
    List<int[]> common = new ArrayList<>(splits.getFirst());
    for (List<int[]> split : splits) {
      List<int[]> rest = new ArrayList<>(split);
      common.removeIf(history -> !takeFrom(rest, history));
    }
    return common;
  }

  private static boolean takeFrom(List<int[]> rest, int[] history) {
    for (int n = 0; n < rest.size(); n++) {
      if (Arrays.equals(rest.get(n), history)) {
        rest.remove(n);
        return true;
      }
    }
    return false;
  }
}
