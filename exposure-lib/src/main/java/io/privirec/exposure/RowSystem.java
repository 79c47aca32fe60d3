package io.privirec.exposure;

import io.privirec.filter.power.TallMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One snapshot's equations on the rows of G = V^½ P̃ V^½, and what is known of these rows.
///
/// Items that left the session have no row. Each equation is divided by the standard deviation of
/// its error, so an error of row i has the deviation √v_i. The last equation states that a row adds
/// up to the number of the item's users. After a user is found, G is the matrix of the other users.
final class RowSystem {
  /// Standard deviations that no error exceeds.
  static final double DEVIATIONS = 7;

  /// Bound of a number that is 0.
  private static final double ZERO = 1e-4;

  private final UserWeight weight;
  private final int items;

  private final int equations;
  private final double[] columns;
  private final double[] sides;
  private final double[] scale;
  private final double[] deviation;
  private final int[] support;

  /// Sum of 1/d over the users of each item that were subtracted. Their rounding is left.
  private final double[] subtracted;

  private final @Nullable Row[] known;
  private final RowMemory memory;

  /// A row of G as far as it is known.
  ///
  /// @param items ascending, of the numbers that are not 0
  /// @param values positive
  /// @param tolerances largest error of each value
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Row(int[] items, double[] values, double[] tolerances) {
    private static final Row EMPTY = new Row(new int[0], new double[0], new double[0]);

    private static final long BYTES_OF_NUMBER = 2L * Double.BYTES + Integer.BYTES;

    /// A record and its three arrays.
    private static final long BYTES_OF_ROW = 96;

    static long bytes(@Nullable Row row) {
      return row == null ? 0 : BYTES_OF_ROW + BYTES_OF_NUMBER * row.items.length;
    }

    /// Keeps the positive values.
    static Row of(double[] values, double[] tolerances) {
      int[] items = new int[values.length];
      double[] kept = new double[values.length];
      double[] within = new double[values.length];
      int count = 0;
      for (int item = 0; item < values.length; item++) {
        if (values[item] > 0) {
          items[count] = item;
          kept[count] = values[item];
          within[count++] = tolerances[item];
        }
      }
      return new Row(
          Arrays.copyOf(items, count), Arrays.copyOf(kept, count), Arrays.copyOf(within, count));
    }

    double value(int item) {
      int at = Arrays.binarySearch(items, item);
      return at < 0 ? 0 : values[at];
    }

    double tolerance(int item) {
      int at = Arrays.binarySearch(items, item);
      return at < 0 ? 0 : tolerances[at];
    }

    /// Returns whether no value is less certain.
    boolean isWithin(double largestTolerance) {
      return Arrays.stream(tolerances).allMatch(each -> each <= largestTolerance);
    }

    /// Returns whether another row has the same numbers within the tolerances.
    boolean agrees(Row other) {
      if (!Arrays.equals(items, other.items)) {
        return false;
      }
      for (int n = 0; n < values.length; n++) {
        if (Math.abs(values[n] - other.values[n]) > tolerances[n] + other.tolerances[n]) {
          return false;
        }
      }
      return true;
    }

    /// Subtracts a part from the values of a history; values within their tolerance become 0.
    Row without(int[] history, double part) {
      double[] left = values.clone();
      for (int item : history) {
        int at = Arrays.binarySearch(items, item);
        if (at >= 0) {
          left[at] -= part;
        }
      }
      int[] kept = new int[left.length];
      double[] within = new double[left.length];
      int count = 0;
      for (int n = 0; n < left.length; n++) {
        if (left[n] > tolerances[n]) {
          kept[count] = items[n];
          within[count] = tolerances[n];
          left[count++] = left[n];
        }
      }
      return new Row(
          Arrays.copyOf(kept, count), Arrays.copyOf(left, count), Arrays.copyOf(within, count));
    }
  }

  /// Takes products and item Gram matrices. [GramFit] makes such a matrix of releases.
  ///
  /// @param kept items with a row, ascending
  /// @param memory of the rows
  RowSystem(Equations.Snapshot snapshot, int[] kept, RowMemory memory) {
    this.memory = memory;
    this.weight = snapshot.weight();
    long[] degrees = snapshot.itemDegrees();
    this.items = kept.length;
    List<OpenedSum.Product> products = new ArrayList<>();
    OpenedSum.@Nullable Gram gram = null;
    int count = 0;
    for (OpenedSum sum : snapshot.sums()) {
      switch (sum) {
        case OpenedSum.Product product -> {
          products.add(product);
          count += product.basis().columns();
        }
        case OpenedSum.Gram whole ->
            gram = gram == null || whole.error() < gram.error() ? whole : gram;
        case OpenedSum.Factors _ -> {}
      }
    }
    this.equations = count + 1;
    this.columns = new double[Math.multiplyExact(items, equations)];
    this.sides = new double[items * equations];
    this.scale = new double[items];
    this.deviation = new double[items];
    this.support = new int[items];
    this.subtracted = new double[items];
    this.known = new Row[items];
    double squares = 0;
    for (int n = 0; n < items; n++) {
      int item = kept[n];
      support[n] = Math.toIntExact(degrees[item]);
      scale[n] = Math.sqrt((double) degrees[item]);
      if (support[n] == 0) {
        continue;
      }
      int at = n * equations;
      for (OpenedSum.Product product : products) {
        int width = product.basis().columns();
        double[] z = product.basis().data();
        double[] y = product.product().data();
        double norm = 0;
        for (int c = 0; c < width; c++) {
          norm += y[item * width + c] * y[item * width + c];
        }
        double rounding = product.relative() * Math.sqrt(norm / width) / product.error();
        deviation[n] = Math.max(deviation[n], scale[n] * Math.sqrt(1 + rounding * rounding));
        for (int c = 0; c < width; c++, at++) {
          columns[at] = z[item * width + c] / (scale[n] * product.error());
          sides[at] = y[item * width + c] * scale[n] / product.error();
          squares += columns[at] * columns[at];
        }
      }
    }
    double sum = Math.sqrt(Math.max(squares, 1) / items);
    for (int n = 0; n < items; n++) {
      if (support[n] > 0) {
        columns[n * equations + count] = sum;
        sides[n * equations + count] = sum * support[n];
      }
    }
    if (gram != null) {
      read(gram, kept);
    }
  }

  private void read(OpenedSum.Gram gram, int[] kept) {
    TallMatrix matrix = gram.gram();
    int width = matrix.columns();
    for (int n = 0; n < items && !memory.isExceeded(); n++) {
      if (support[n] == 0) {
        continue;
      }
      double[] values = new double[items];
      double[] tolerances = new double[items];
      for (int m = 0; m < items; m++) {
        double factor = scale[n] * scale[m];
        double entry = matrix.data()[kept[n] * width + kept[m]];
        tolerances[m] = DEVIATIONS * Math.hypot(gram.error(), gram.relative() * entry) * factor;
        values[m] = entry * factor > tolerances[m] ? entry * factor : 0;
      }
      know(n, Row.of(values, tolerances));
    }
  }

  int equations() {
    return equations;
  }

  double[] columns() {
    return columns;
  }

  int support(int item) {
    return support[item];
  }

  @Nullable Row known(int item) {
    return known[item];
  }

  void know(int item, Row row) {
    memory.take(Row.bytes(row) - Row.bytes(known[item]));
    known[item] = row;
  }

  /// Reads all rows at once if fewer users are left than equations. A row that is known already
  /// changes only if the new numbers are more certain.
  ///
  /// @param largestTolerance that a number of a row may have
  /// @return items whose rows became known or more certain
  List<Integer> readLowRank(double largestTolerance, Deadline deadline) {
    int[] left = IntStream.range(0, items).filter(item -> support[item] > 0).toArray();
    int width = equations - 1;
    if (width < 1 || left.length == 0 || !memory.allows(LowRankRows.bytes(left.length, width))) {
      return List.of();
    }
    TallMatrix z = TallMatrix.zeros(left.length, width);
    TallMatrix w = TallMatrix.zeros(left.length, width);
    double squares = 0;
    for (int n = 0; n < left.length; n++) {
      int item = left[n];
      for (int e = 0; e < width; e++) {
        z.data()[n * width + e] = columns[item * equations + e] * scale[item];
        w.data()[n * width + e] = sides[item * equations + e] / scale[item];
      }
      double error = deviation[item] / scale[item];
      squares += error * error;
    }
    return LowRankRows.of(z, w, Math.sqrt(squares / left.length), deadline)
        .map(gram -> know(gram, left, largestTolerance))
        .orElse(List.of());
  }

  private List<Integer> know(LowRankRows.Gram gram, int[] left, double largestTolerance) {
    List<Integer> news = new ArrayList<>();
    for (int n = 0; n < left.length && !memory.isExceeded(); n++) {
      int item = left[n];
      double[] values = new double[items];
      double[] tolerances = new double[items];
      double largest = 0;
      double allowed = 0;
      double sum = 0;
      for (int m = 0; m < left.length; m++) {
        double factor = scale[item] * scale[left[m]];
        double value = gram.numbers().data()[n * left.length + m] * factor;
        double rounding = OpenedSum.FLOAT * Math.min(subtracted[item], subtracted[left[m]]);
        double tolerance = DEVIATIONS * Math.hypot(gram.error(n, m) * factor, rounding);
        sum += value;
        allowed += tolerance;
        largest = Math.max(largest, tolerance);
        tolerances[left[m]] = tolerance;
        values[left[m]] = value > tolerance ? value : 0;
      }
      Row before = known[item];
      // The sum of a row is exact, and the formula does not use it.
      if (largest <= largestTolerance
          && Math.abs(sum - support[item]) <= allowed
          && (before == null || !before.isWithin(largest))) {
        know(item, Row.of(values, tolerances));
        news.add(item);
      }
    }
    return news;
  }

  /// Computes the right side of an item's row without the rows that are known.
  ///
  /// @param rows that are known, by item
  /// @param side overwritten, shape [equations]
  /// @param variances overwritten with the squared error of each equation
  void side(int item, @Nullable Row[] rows, double[] side, double[] variances) {
    System.arraycopy(sides, item * equations, side, 0, equations);
    Arrays.fill(variances, deviation[item] * deviation[item]);
    variances[equations - 1] = 0;
    for (int other = 0; other < items; other++) {
      Row row = rows[other] == null ? null : known[other];
      double value = row == null ? 0 : row.value(item);
      if (row == null || value == 0) {
        continue;
      }
      double error = row.tolerance(item) / DEVIATIONS;
      int at = other * equations;
      for (int e = 0; e < equations; e++) {
        side[e] -= value * columns[at + e];
        variances[e] += error * error * columns[at + e] * columns[at + e];
      }
    }
  }

  /// The weight of users in these sums.
  UserWeight weight() {
    return weight;
  }

  /// Subtracts a user from all rows.
  void subtract(int[] history) {
    double part = weight.of(history.length);
    double[] sum = new double[equations];
    for (int item : history) {
      for (int e = 0; e < equations; e++) {
        sum[e] += columns[item * equations + e];
      }
    }
    for (int item : history) {
      support[item]--;
      subtracted[item] += part;
      int from = item * equations;
      for (int e = 0; e < equations; e++) {
        sides[from + e] -= part * sum[e];
      }
      Row row = known[item];
      if (row != null) {
        know(item, row.without(history, part));
      }
      if (support[item] == 0) {
        know(item, Row.EMPTY);
      }
    }
  }

  /// Returns a bound of the sum over the users of both items; infinite if the row is not known.
  double most(int item, int other) {
    Row row = known[item];
    if (row == null) {
      return Double.POSITIVE_INFINITY;
    }
    int at = Arrays.binarySearch(row.items(), other);
    return at < 0 ? ZERO : row.values()[at] + row.tolerances()[at];
  }

  /// Returns whether the known rows can contain a history.
  boolean admits(int[] history) {
    double part = weight.of(history.length);
    for (int item : history) {
      if (support[item] < 1) {
        return false;
      }
      Row row = known[item];
      if (row == null) {
        continue;
      }
      for (int other : history) {
        int at = Arrays.binarySearch(row.items(), other);
        if (at < 0 || row.values()[at] < part - row.tolerances()[at]) {
          return false;
        }
      }
    }
    return true;
  }
}
