package io.privirec.exposure;

import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The equations of a public release on P̃.
///
/// After a single iteration the factors are S T = P̃ X₀. The public seed gives X₀, T is upper
/// triangular, and Λ is its diagonal. X₀ᵀ P̃ X₀ = (X₀ᵀ S) T is symmetric, and √V is an eigenvector
/// of P̃ with the eigenvalue 1. These equations determine T column by column.
///
/// After L iterations the same holds of P̃^L, except for the diagonal. The decoder takes the root
/// of P̃^L, and equations of several releases together.
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

  /// Returns the equations of a release.
  ///
  /// @param factors of a release
  /// @param iteration as the release states it
  /// @return a product if this release alone determines the product, after a single iteration
  public static OpenedSum sum(
      SpectralFactors factors, PowerIteration iteration, Precision precision) {
    TallMatrix start = TallMatrix.of(iteration.start(factors.items()));
    TallMatrix vectors = TallMatrix.of(factors.basis());
    double[] values = values(factors);
    boolean isPaper = iteration.eigenvalues() == Eigenvalues.DIAG_T;
    boolean isRitz = iteration.eigenvalues() == Eigenvalues.RITZ;
    if (isPaper) {
      start = start.first(factors.rank());
    }
    if (iteration.iterations() > 1 || isRitz || start.columns() != factors.rank()) {
      double error = precision.unit * rootMeanSquare(vectors);
      return new OpenedSum.Factors(
          start, vectors, values, iteration.eigenvalues(), iteration.iterations(), error);
    }
    TallMatrix product =
        isPaper
            ? vectors.times(
                triangle(vectors, start, roots(factors.itemDegrees()), values), factors.rank())
            : nystrom(vectors, values, start);
    return new OpenedSum.Product(
        start, product, precision.unit * GROWTH * rootMeanSquare(product), precision.unit);
  }

  /// Computes P̃^L X₀ of a release of `DIAG_T`.
  ///
  /// @param roots √V
  static TallMatrix powerProduct(OpenedSum.Factors release, double[] roots) {
    TallMatrix vectors = release.vectors();
    double @Nullable [] diagonal = release.iterations() == 1 ? release.values() : null;
    return vectors.times(triangle(vectors, release.start(), roots, diagonal), vectors.columns());
  }

  private static double[] values(SpectralFactors factors) {
    float[] lambda = factors.lambda();
    double[] values = new double[lambda.length];
    Arrays.setAll(values, n -> lambda[n]);
    return values;
  }

  private static double[] roots(long[] degrees) {
    return Arrays.stream(degrees).mapToDouble(degree -> Math.sqrt((double) degree)).toArray();
  }

  private static double rootMeanSquare(TallMatrix matrix) {
    return Math.sqrt(Arrays.stream(matrix.data()).map(each -> each * each).average().orElse(1));
  }

  /// P̃ ≈ S Λ Sᵀ is exact on X₀.
  private static TallMatrix nystrom(TallMatrix vectors, double[] values, TallMatrix start) {
    int k = vectors.columns();
    double[] right = vectors.cross(start);
    for (int row = 0; row < k; row++) {
      for (int column = 0; column < k; column++) {
        right[row * k + column] *= values[row];
      }
    }
    return vectors.times(right, k);
  }

  /// T, row-major.
  ///
  /// @param diagonal of T if it is known
  private static double[] triangle(
      TallMatrix vectors, TallMatrix start, double[] roots, double @Nullable [] diagonal) {
    int k = vectors.columns();
    double[] cross = start.cross(vectors);
    TallMatrix sums = TallMatrix.of(roots.length, 1, roots);
    double[] rowSums = vectors.cross(sums);
    double[] startSums = start.cross(sums);
    double[] triangle = new double[k * k];
    double[] symmetric = new double[k * k];
    for (int j = 0; j < k; j++) {
      double[] column = new double[j + 1];
      int unknowns = diagonal == null ? j + 1 : j;
      if (diagonal != null) {
        column[j] = diagonal[j];
      }
      double[][] rows = new double[j + 1][unknowns + 1];
      for (int i = 0; i <= j; i++) {
        double[] coefficients = i < j ? cross : rowSums;
        int from = i < j ? i * k : 0;
        double side = i < j ? symmetric[j * k + i] : startSums[j];
        System.arraycopy(coefficients, from, rows[i], 0, unknowns);
        rows[i][unknowns] = side - (diagonal == null ? 0 : coefficients[from + j] * column[j]);
      }
      SmallLeastSquares.solve(rows, unknowns, column);
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
}
