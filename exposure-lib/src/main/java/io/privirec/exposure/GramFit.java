package io.privirec.exposure;

import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.random.CounterRandom;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The inversion of releases to P̃.
///
/// After several iterations the equations are not linear in P̃. Releases of Ritz pairs do not
/// contain the product. So the fit minimises the residuals of all sums and releases of a snapshot
/// together. The unknowns are the numbers of G = V^½ P̃ V^½: a symmetric matrix without negative
/// numbers, whose rows add up to V. Far fewer columns than items then determine P̃.
///
/// A second fit checks the first. It starts nearby, from other errors. If it does not come back,
/// the equations do not determine P̃. Otherwise the distance of both fits states the error.
final class GramFit {
  private static final int MOST_STEPS = 2_000;

  /// Distance of the second start, relative to each number.
  private static final double DISTURBANCE = 0.1;

  /// Part of the disturbance that may be left.
  private static final double LEFT = 0.05;

  /// Errors in floats of sums that readers do not see exceed the distance of two fits.
  private static final double CAUTION = 4;

  /// Eigenvalues of the start below this part of the largest are noise.
  private static final double NOISE = 1e-9;

  /// Bytes for each number of P̃: vectors of steps, gradients and matrices.
  private static final long BYTES = 200;

  private final int items;
  private final double[] roots;
  private final Deadline deadline;

  private GramFit(double[] roots, Deadline deadline) {
    this.items = roots.length;
    this.roots = roots;
    this.deadline = deadline;
  }

  /// Computes P̃.
  ///
  /// @param memory bytes
  /// @return over all items; empty if no release needs a fit, if the equations do not determine P̃,
  ///   or if memory or time ends
  static Optional<OpenedSum.Gram> of(Equations.Snapshot snapshot, long memory, Deadline deadline) {
    long[] degrees = snapshot.itemDegrees();
    int[] kept = IntStream.range(0, degrees.length).filter(item -> degrees[item] > 0).toArray();
    List<OpenedSum.Factors> releases = new ArrayList<>();
    List<GramEquations.Products> products = new ArrayList<>();
    for (OpenedSum sum : snapshot.sums()) {
      switch (sum) {
        case OpenedSum.Factors factors ->
            releases.add(factors.with(rows(factors.start(), kept), rows(factors.vectors(), kept)));
        case OpenedSum.Product product ->
            products.add(
                new GramEquations.Products(
                    rows(product.basis(), kept), rows(product.product(), kept), product.error()));
        case OpenedSum.Gram _ -> {
          return Optional.empty();
        }
      }
    }
    if (releases.isEmpty() || BYTES * kept.length * kept.length > memory) {
      return Optional.empty();
    }
    double[] roots =
        Arrays.stream(kept).mapToDouble(item -> Math.sqrt((double) degrees[item])).toArray();
    return new GramFit(roots, deadline)
        .fit(releases, products)
        .map(fitted -> spread(fitted, kept, snapshot.items()));
  }

  private static TallMatrix rows(TallMatrix matrix, int[] kept) {
    int columns = matrix.columns();
    TallMatrix rows = TallMatrix.zeros(kept.length, columns);
    for (int n = 0; n < kept.length; n++) {
      System.arraycopy(matrix.data(), kept[n] * columns, rows.data(), n * columns, columns);
    }
    return rows;
  }

  private static OpenedSum.Gram spread(OpenedSum.Gram fitted, int[] kept, int items) {
    TallMatrix whole = TallMatrix.zeros(items, items);
    for (int i = 0; i < kept.length; i++) {
      for (int j = 0; j < kept.length; j++) {
        whole.data()[kept[i] * items + kept[j]] = fitted.gram().data()[i * kept.length + j];
      }
    }
    return new OpenedSum.Gram(whole, fitted.error(), fitted.relative());
  }

  private Optional<OpenedSum.Gram> fit(
      List<OpenedSum.Factors> releases, List<GramEquations.Products> products) {
    TallMatrix start = start(releases, products);
    List<GramEquations> equations = new ArrayList<>(products);
    releases.forEach(each -> equations.add(FactorEquations.of(each, start)));
    double error = Double.POSITIVE_INFINITY;
    for (OpenedSum.Factors release : releases) {
      error = Math.min(error, release.error());
    }
    TallMatrix unit = unit();
    equations.add(new GramEquations.Products(unit, unit, error));
    double[] fitted = minimised(equations, packed(start));
    double[] near = fitted.clone();
    double disturbed = 0;
    for (int n = 0; n < near.length; n++) {
      double shift = DISTURBANCE * (CounterRandom.uniform(1, n) - 0.5) * fitted[n];
      near[n] += shift;
      disturbed += shift * shift;
    }
    List<GramEquations> others = new ArrayList<>();
    for (int n = 0; n < equations.size() - 1; n++) {
      others.add(equations.get(n).disturbed(n));
    }
    others.add(equations.getLast());
    double[] again = minimised(others, near);
    double left = 0;
    for (int n = 0; n < near.length; n++) {
      left += (again[n] - fitted[n]) * (again[n] - fitted[n]);
    }
    if (deadline.isReached() || !(left <= LEFT * LEFT * disturbed)) {
      return Optional.empty();
    }
    TallMatrix gram = unpacked(fitted);
    double squares = 0;
    double[] other = unpacked(again).data();
    for (int n = 0; n < other.length; n++) {
      double off = other[n] - gram.data()[n];
      squares += off * off;
    }
    double distance = Math.sqrt(squares / other.length);
    return Optional.of(
        new OpenedSum.Gram(gram, Math.max(CAUTION * distance, error * error), OpenedSum.FLOAT));
  }

  /// √V of length 1, the eigenvector of the eigenvalue 1.
  private TallMatrix unit() {
    double squares = 0;
    for (double root : roots) {
      squares += root * root;
    }
    TallMatrix unit = TallMatrix.zeros(items, 1);
    for (int n = 0; n < items; n++) {
      unit.data()[n] = roots[n] / Math.sqrt(squares);
    }
    return unit;
  }

  private double[] minimised(List<GramEquations> equations, double[] start) {
    NonNegativeMinimiser.Function function =
        (x, gradient) -> {
          TallMatrix gram = unpacked(x);
          double[] slope = new double[items * items];
          double value = 0;
          for (GramEquations each : equations) {
            value += each.add(gram, slope);
          }
          int at = 0;
          for (int i = 0; i < items; i++) {
            gradient[at++] = slope[i * items + i] / (roots[i] * roots[i]);
            for (int j = i + 1; j < items; j++) {
              gradient[at++] =
                  (slope[i * items + j] + slope[j * items + i]) / (roots[i] * roots[j]);
            }
          }
          return value;
        };
    return NonNegativeMinimiser.minimise(function, start, MOST_STEPS, 1, deadline);
  }

  /// The upper triangle of G, without negative numbers.
  private double[] packed(TallMatrix gram) {
    double[] packed = new double[Math.multiplyExact(items, items + 1) / 2];
    int at = 0;
    for (int i = 0; i < items; i++) {
      for (int j = i; j < items; j++) {
        packed[at++] = Math.max(0, gram.data()[i * items + j] * roots[i] * roots[j]);
      }
    }
    return packed;
  }

  private TallMatrix unpacked(double[] packed) {
    TallMatrix gram = TallMatrix.zeros(items, items);
    int at = 0;
    for (int i = 0; i < items; i++) {
      for (int j = i; j < items; j++) {
        double value = packed[at++] / (roots[i] * roots[j]);
        gram.data()[i * items + j] = value;
        gram.data()[j * items + i] = value;
      }
    }
    return gram;
  }

  /// An estimate of P̃: the root of the Nyström approximation of a power whose product is known, or
  /// the mean of S Λ Sᵀ.
  private TallMatrix start(
      List<OpenedSum.Factors> releases, List<GramEquations.Products> products) {
    int power = products.isEmpty() ? 0 : 1;
    for (OpenedSum.Factors release : releases) {
      if (release.kind() == Eigenvalues.DIAG_T && (power == 0 || release.iterations() < power)) {
        power = release.iterations();
      }
    }
    if (power == 0) {
      return mean(releases);
    }
    List<TallMatrix> bases = new ArrayList<>();
    List<TallMatrix> results = new ArrayList<>();
    double error = NOISE;
    if (power == 1) {
      for (GramEquations.Products each : products) {
        bases.add(each.basis());
        results.add(each.product());
      }
    }
    for (OpenedSum.Factors each : releases) {
      if (each.kind() == Eigenvalues.DIAG_T && each.iterations() == power) {
        bases.add(each.start());
        results.add(ReleasedFactors.powerProduct(each, roots));
        error = Math.max(error, each.error());
      }
    }
    return root(beside(bases), beside(results), error, power);
  }

  private TallMatrix mean(List<OpenedSum.Factors> releases) {
    double[] sum = new double[items * items];
    for (OpenedSum.Factors release : releases) {
      TallMatrix vectors = release.vectors();
      double[] values = release.values();
      double[] scaled = vectors.data().clone();
      for (int n = 0; n < scaled.length; n++) {
        scaled[n] *= values[n % values.length] / releases.size();
      }
      GramEquations.addProduct(
          TallMatrix.of(items, values.length, scaled), vectors.transposed(), sum);
    }
    return TallMatrix.of(items, items, sum);
  }

  private TallMatrix beside(List<TallMatrix> parts) {
    int columns = parts.stream().mapToInt(TallMatrix::columns).sum();
    TallMatrix whole = TallMatrix.zeros(items, columns);
    int from = 0;
    for (TallMatrix part : parts) {
      int width = part.columns();
      for (int row = 0; row < items; row++) {
        System.arraycopy(part.data(), row * width, whole.data(), row * columns + from, width);
      }
      from += width;
    }
    return whole;
  }

  /// The root of W B⁻¹ Wᵀ with B = Xᵀ W, for W = P̃^power X.
  private TallMatrix root(TallMatrix x, TallMatrix w, double noise, int power) {
    int columns = x.columns();
    SymmetricEigen inner = SymmetricEigen.of(x.cross(w), columns);
    double[] values = inner.values();
    double[] vectors = inner.vectors();
    for (int column = 0; column < columns; column++) {
      double scale = values[column] > noise * values[0] ? 1 / Math.sqrt(values[column]) : 0;
      for (int row = 0; row < columns; row++) {
        vectors[row * columns + column] *= scale;
      }
    }
    TallMatrix half = GramEquations.times(w, TallMatrix.of(columns, columns, vectors));
    SymmetricEigen outer =
        SymmetricEigen.of(GramEquations.times(half, half.transposed()).data(), items);
    TallMatrix directions = TallMatrix.of(items, items, outer.vectors());
    double[] squares = outer.values();
    double[] scaled = directions.data().clone();
    for (int n = 0; n < scaled.length; n++) {
      scaled[n] *= Math.pow(Math.max(0, squares[n % items]), 1.0 / power);
    }
    return GramEquations.times(TallMatrix.of(items, items, scaled), directions.transposed());
  }
}
