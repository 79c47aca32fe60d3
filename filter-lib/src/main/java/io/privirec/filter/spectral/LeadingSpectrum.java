package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.TallProducts;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The largest eigenvalues of P̃ = R̃ᵀR̃ for α = ½, with their vectors: of data in one place, as
/// exactly as floats allow. What federated bases are compared with.
///
/// Subspace iteration on k and half as many columns more, from a fixed start. Between two
/// orthonormalisations comes a Chebyshev polynomial of P̃ that is small on [0, the smallest Ritz
/// value] and grows fast above [Zhou, Saad 2007]; of degree 4, since floats lose small directions
/// beside large ones when it is higher. Deterministic. Time per pass: 4 products with R̃ and R̃ᵀ.
/// Memory: five matrices of items × 1.5 k floats.
public final class LeadingSpectrum {
  private static final int DEGREE = 4;
  private static final int MOST_PASSES = 40;
  private static final long SEED = 0x70726976;

  /// Largest residual ‖P̃ s − λ s‖ at which a pair counts as found.
  private static final double TOLERANCE = 1e-4;

  private final DenseMatrix basis;
  private final double[] values;

  private LeadingSpectrum(DenseMatrix basis, double[] values) {
    this.basis = basis;
    this.values = values;
  }

  /// Finds the k largest.
  ///
  /// @param interactions R
  /// @param k in [1, min(users, items)]
  /// @throws ArithmeticException if it does not converge
  public static LeadingSpectrum of(InteractionMatrix interactions, int k) {
    int largest = Math.min(interactions.users(), interactions.items());
    if (k < 1 || k > largest) {
      throw new IllegalArgumentException(
          "k must be in [1, min(users, items) = %s]. Provided: %s".formatted(largest, k));
    }
    NormalisedInteractions normalised =
        NormalisedInteractions.of(interactions, interactions.itemDegrees());
    int p = Math.min(largest, k + Math.max(16, k / 2));
    DenseMatrix x = StartBasis.expand(SEED, interactions.items(), p);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      SubspaceEigen ritz = SubspaceEigen.of(x, TallProducts.gram(normalised.project(x)));
      double[] values = ritz.values();
      DenseMatrix first = ritz.vectors(k);
      if (residual(normalised, first, values) <= TOLERANCE) {
        return new LeadingSpectrum(first, Arrays.copyOf(values, k));
      }
      double end = Math.max(values[p - 1], 1e-6);
      x = TallQr.factorise(chebyshev(normalised, ritz.vectors(), end)).q();
    }
    throw new ArithmeticException(
        "%s eigenpairs were not found in %s passes".formatted(k, MOST_PASSES));
  }

  /// T_4(2 P̃ / end − 1) X by the recurrence T_{j+1} = 2 A T_j − T_{j−1}.
  private static DenseMatrix chebyshev(
      NormalisedInteractions normalised, DenseMatrix x, double end) {
    DenseMatrix before = x;
    DenseMatrix current = mapped(normalised, x, end, 1, null);
    for (int degree = 2; degree <= DEGREE; degree++) {
      DenseMatrix next = mapped(normalised, current, end, 2, before);
      before = current;
      current = next;
    }
    return current;
  }

  /// factor · (2 P̃ / end − 1) X − subtracted.
  private static DenseMatrix mapped(
      NormalisedInteractions normalised,
      DenseMatrix x,
      double end,
      double factor,
      @Nullable DenseMatrix subtracted) {
    DenseMatrix y = gramTimes(normalised, x);
    float onProduct = (float) (2 * factor / end);
    float onX = (float) -factor;
    float[] out = y.data();
    float[] in = x.data();
    for (int n = 0; n < out.length; n++) {
      float value = onProduct * out[n] + onX * in[n];
      out[n] = subtracted == null ? value : value - subtracted.data()[n];
    }
    return y;
  }

  private static DenseMatrix gramTimes(NormalisedInteractions normalised, DenseMatrix x) {
    DenseMatrix y = DenseMatrix.zeros(normalised.items(), x.columns());
    normalised.backProject(normalised.project(x), 0, normalised.items(), y.data());
    return y;
  }

  /// S, orthonormal columns by descending eigenvalue, shape [items × k]; **shared**. Signs are
  /// arbitrary.
  public DenseMatrix basis() {
    return basis;
  }

  /// Eigenvalues, descending; a fresh array.
  public double[] values() {
    return values.clone();
  }

  /// Largest residual of the first k pairs.
  private static double residual(
      NormalisedInteractions normalised, DenseMatrix first, double[] values) {
    DenseMatrix product = gramTimes(normalised, first);
    int k = first.columns();
    double[] squares = new double[k];
    for (int row = 0; row < first.rows(); row++) {
      for (int c = 0; c < k; c++) {
        double difference = product.data()[row * k + c] - values[c] * first.data()[row * k + c];
        squares[c] += difference * difference;
      }
    }
    return Math.sqrt(Arrays.stream(squares).max().orElse(0));
  }
}
