package io.privirec.exposure;

import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.Arrays;
import java.util.Optional;

/// The inversion of a public release to the sum of its session.
///
/// After one iteration the factors are S T = P̃ X₀. The public seed gives X₀, T is upper
/// triangular, and Λ is its diagonal. X₀ᵀ P̃ X₀ = (X₀ᵀ S) T is symmetric, and √V is an eigenvector
/// of P̃ with the eigenvalue 1. These equations determine T column by column.
public final class ReleasedFactors {
  /// Growth of errors from the factors to the product, as measured.
  private static final double GROWTH = 4;

  /// The number format of published factors.
  public enum Precision {
    /// Floats of 32 bits.
    SINGLE(0x1p-24),
    /// Floats of 16 bits.
    HALF(0x1p-11);

    private final double unit;

    Precision(double unit) {
      this.unit = unit;
    }
  }

  private ReleasedFactors() {}

  /// Computes the product P̃ X₀.
  ///
  /// @param factors of a release
  /// @param iteration as the release states it
  /// @return empty if this release alone does not determine the product: after two iterations, from
  ///   Ritz pairs, or if the release lacks columns of an eigenvalue problem
  public static Optional<OpenedSum.Product> product(
      SpectralFactors factors, PowerIteration iteration, Precision precision) {
    if (iteration.iterations() != 1) {
      return Optional.empty();
    }
    TallMatrix start = TallMatrix.of(iteration.start(factors.items())).first(factors.rank());
    TallMatrix vectors = TallMatrix.of(factors.basis());
    TallMatrix product =
        switch (iteration.eigenvalues()) {
          case DIAG_T -> vectors.times(triangle(vectors, factors, start), factors.rank());
          case NYSTROM, KRYLOV ->
              iteration.oversampling() == 0 ? nystrom(vectors, factors, start) : null;
          case RITZ -> null;
        };
    if (product == null) {
      return Optional.empty();
    }
    return Optional.of(
        new OpenedSum.Product(
            start, product, precision.unit * GROWTH * rootMeanSquare(product), precision.unit));
  }

  private static double rootMeanSquare(TallMatrix matrix) {
    return Math.sqrt(Arrays.stream(matrix.data()).map(each -> each * each).average().orElse(1));
  }

  /// P̃ ≈ S Λ Sᵀ is exact on X₀.
  private static TallMatrix nystrom(TallMatrix vectors, SpectralFactors factors, TallMatrix start) {
    int k = factors.rank();
    double[] right = vectors.cross(start);
    float[] lambda = factors.lambda();
    for (int row = 0; row < k; row++) {
      for (int column = 0; column < k; column++) {
        right[row * k + column] *= lambda[row];
      }
    }
    return vectors.times(right, k);
  }

  /// T, row-major.
  private static double[] triangle(TallMatrix vectors, SpectralFactors factors, TallMatrix start) {
    int k = factors.rank();
    float[] lambda = factors.lambda();
    double[] cross = start.cross(vectors);
    TallMatrix roots = TallMatrix.zeros(factors.items(), 1);
    long[] degrees = factors.itemDegrees();
    Arrays.setAll(roots.data(), item -> Math.sqrt((double) degrees[item]));
    double[] rowSums = vectors.cross(roots);
    double[] startSums = start.cross(roots);
    double[] triangle = new double[k * k];
    double[] symmetric = new double[k * k];
    for (int j = 0; j < k; j++) {
      double[] column = column(j, k, cross, rowSums, startSums, symmetric, lambda[j]);
      for (int row = 0; row <= j; row++) {
        triangle[row * k + j] = column[row];
      }
      for (int row = 0; row < k; row++) {
        double sum = 0;
        for (int l = 0; l <= j; l++) {
          sum += cross[row * k + l] * column[l];
        }
        symmetric[row * k + j] = sum;
      }
    }
    return triangle;
  }

  /// Least squares of j unknowns and j + 1 equations.
  private static double[] column(
      int j,
      int k,
      double[] cross,
      double[] rowSums,
      double[] startSums,
      double[] symmetric,
      double diagonal) {
    double[] column = new double[j + 1];
    column[j] = diagonal;
    if (j == 0) {
      return column;
    }
    double[][] rows = new double[j + 1][j + 1];
    for (int i = 0; i < j; i++) {
      System.arraycopy(cross, i * k, rows[i], 0, j);
      rows[i][j] = symmetric[j * k + i] - cross[i * k + j] * diagonal;
    }
    System.arraycopy(rowSums, 0, rows[j], 0, j);
    rows[j][j] = startSums[j] - rowSums[j] * diagonal;
    SmallLeastSquares.solve(rows, j, column);
    return column;
  }
}
