package io.privirec.exposure;

import io.privirec.filter.power.TallMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The view of one participant of `ddppm`: the totals of all participants, as a product P̃ Z.
///
/// The first vector's totals are products with the total before. The totals of a later vector lack
/// their parts along the vectors that were found before. P̃ is symmetric, so zᵀ P̃ z′ of an earlier
/// column z, whose product is known, gives these parts.
public final class PeerTotals {
  /// Part of a column that must be new.
  private static final double LEAST_NEW = 1e-4;

  private final int items;
  private final List<double[]> columns = new ArrayList<>();
  private final List<double[]> products = new ArrayList<>();
  private final List<double[]> found = new ArrayList<>();

  private PeerTotals(int items) {
    this.items = items;
  }

  /// Computes the product. Each vector of T totals gives T − 1 columns.
  ///
  /// @param totals of each vector, in the order of the steps; each of as many numbers as items
  /// @param error standard deviation of the error of a total
  public static OpenedSum.Product product(List<List<double[]>> totals, double error) {
    PeerTotals view = new PeerTotals(totals.getFirst().getFirst().length);
    for (List<double[]> ofVector : totals) {
      view.add(ofVector);
    }
    return view.orthonormal(error);
  }

  /// Steps of one vector come ever nearer to each other. Orthonormal columns are better equations;
  /// columns that add nearly nothing are left out, since their error would be large.
  private OpenedSum.Product orthonormal(double error) {
    List<double[]> bases = new ArrayList<>();
    List<double[]> results = new ArrayList<>();
    for (int n = 0; n < columns.size(); n++) {
      double length = Math.sqrt(dot(columns.get(n), columns.get(n)));
      double[] basis = times(columns.get(n), 1 / length);
      double[] result = times(products.get(n), 1 / length);
      for (int again = 0; again < 2; again++) {
        for (int before = 0; before < bases.size(); before++) {
          double along = dot(bases.get(before), basis);
          subtract(along, bases.get(before), basis);
          subtract(along, results.get(before), result);
        }
      }
      double rest = Math.sqrt(dot(basis, basis));
      if (rest > LEAST_NEW) {
        bases.add(times(basis, 1 / rest));
        results.add(times(result, 1 / rest));
      }
    }
    int count = bases.size();
    return new OpenedSum.Product(
        matrix(bases, count),
        matrix(results, count),
        Math.max(error, OpenedSum.DOUBLE) / LEAST_NEW,
        OpenedSum.DOUBLE);
  }

  private static double[] times(double[] vector, double factor) {
    return Arrays.stream(vector).map(each -> factor * each).toArray();
  }

  private static void subtract(double factor, double[] vector, double[] from) {
    for (int n = 0; n < from.length; n++) {
      from[n] -= factor * vector[n];
    }
  }

  private TallMatrix matrix(List<double[]> vectors, int count) {
    TallMatrix matrix = TallMatrix.zeros(items, count);
    for (int column = 0; column < count; column++) {
      for (int item = 0; item < items; item++) {
        matrix.data()[item * count + column] = vectors.get(column)[item];
      }
    }
    return matrix;
  }

  private void add(List<double[]> totals) {
    int earlier = columns.size();
    List<double[]> bases = new ArrayList<>();
    List<double[]> results = new ArrayList<>();
    for (int step = 0; step + 1 < totals.size(); step++) {
      double[] total = totals.get(step);
      double norm = Math.sqrt(dot(total, total));
      double scale = Math.scalb(1.0, -Math.getExponent(norm));
      bases.add(without(Arrays.stream(total).map(each -> scale * each).toArray()));
      results.add(whole(bases.getLast(), totals.get(step + 1), earlier));
    }
    columns.addAll(bases);
    products.addAll(results);
    found.add(unit(without(unit(totals.getLast()))));
  }

  /// Puts back the parts along the vectors that were found.
  private double[] whole(double[] basis, double[] total, int earlier) {
    int unknowns = found.size();
    if (unknowns == 0) {
      return total;
    }
    double[][] rows = new double[earlier][unknowns + 1];
    for (int n = 0; n < earlier; n++) {
      double[] column = columns.get(n);
      for (int vector = 0; vector < unknowns; vector++) {
        rows[n][vector] = dot(column, found.get(vector));
      }
      rows[n][unknowns] = dot(basis, products.get(n)) - dot(column, total);
    }
    double[] parts = new double[unknowns];
    SmallLeastSquares.solve(rows, unknowns, parts);
    double[] whole = total.clone();
    for (int vector = 0; vector < unknowns; vector++) {
      double[] direction = found.get(vector);
      for (int item = 0; item < items; item++) {
        whole[item] += parts[vector] * direction[item];
      }
    }
    return whole;
  }

  private double[] without(double[] vector) {
    double[] rest = vector.clone();
    for (double[] direction : found) {
      double along = dot(direction, rest);
      for (int item = 0; item < items; item++) {
        rest[item] -= along * direction[item];
      }
    }
    return rest;
  }

  private static double[] unit(double[] vector) {
    double norm = Math.sqrt(dot(vector, vector));
    return Arrays.stream(vector).map(each -> each / norm).toArray();
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int n = 0; n < one.length; n++) {
      sum += one[n] * other[n];
    }
    return sum;
  }
}
