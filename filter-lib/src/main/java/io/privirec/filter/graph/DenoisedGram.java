package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.spectral.SymmetricSpectrum;

/// P̂, the denoised and normalised matrix of a noisy G over M items.
///
/// - B_ij = max(0, G_ij − 1.25 σ) for i ≠ j, and B_ii = 0. G has no entry below 0 but for noise.
/// - g_i = Σ_j B_ij, at least a hundredth of the mean, divided by the largest.
/// - P̂ = D^-a B D^-a with D = diag(g) and a = 0.35, divided by its largest eigenvalue. So P̂ has
///   the largest eigenvalue 1, as P̃ has.
///
/// **Rank.** Noise has as many large negative eigenvalues as large positive eigenvalues, and signal
/// has mostly positive eigenvalues. So an eigenvalue above 1.2 times the modulus of the smallest
/// eigenvalue is signal. The rank is three times the number of signals, at least 2 and M over a
/// number of the session, see [GramForm.BySpectrum]. Eigenvectors just inside the noise hold some
/// signal. The measurements behind these numbers are in docs/privacy-results.md. Immutable but for
/// arrays, which are shared.
final class DenoisedGram {
  private static final float THRESHOLD = 1.25f;
  private static final double EXPONENT = .35;
  private static final double LEAST_SUM = .01;
  private static final double ABOVE_NOISE = 1.2;
  private static final int RANKS_PER_SIGNAL = 3;
  private static final int LEAST_RANK = 2;
  private static final int ITEMS_PER_RANK = 3;

  private final DenseMatrix matrix;
  private final double[] sums;
  private final SymmetricSpectrum spectrum;

  private DenoisedGram(DenseMatrix matrix, double[] sums, SymmetricSpectrum spectrum) {
    this.matrix = matrix;
    this.sums = sums;
    this.spectrum = spectrum;
  }

  /// Denoises a matrix.
  ///
  /// @param upper G's strict upper triangle of M items, row by row
  /// @param items M, at least 3
  /// @param deviation σ of the noise in an entry; 0: without noise
  /// @throws ArithmeticException if no entry is above the threshold
  static DenoisedGram of(float[] upper, int items, double deviation) {
    DenseMatrix b = DenseMatrix.zeros(items, items);
    double[] sums = new double[items];
    float threshold = threshold(deviation);
    for (int i = 0, at = 0; i < items; i++) {
      for (int j = i + 1; j < items; j++, at++) {
        float entry = Math.max(0, upper[at] - threshold);
        b.data()[i * items + j] = entry;
        b.data()[j * items + i] = entry;
        sums[i] += entry;
        sums[j] += entry;
      }
    }
    normalise(sums);
    scale(b, sums, -EXPONENT, -EXPONENT);
    int k = Math.clamp(items / ITEMS_PER_RANK, 1, GramForm.MAX_RANK);
    SymmetricSpectrum spectrum = SymmetricSpectrum.of(b, k);
    double largest = spectrum.values()[0];
    for (int i = 0; i < b.data().length; i++) {
      b.data()[i] = (float) (b.data()[i] / largest);
    }
    return new DenoisedGram(b, sums, spectrum);
  }

  private static float threshold(double deviation) {
    return (float) (THRESHOLD * deviation);
  }

  /// Returns whether an entry is above the threshold.
  static boolean hasSignal(float[] upper, double deviation) {
    float threshold = threshold(deviation);
    for (float entry : upper) {
      if (entry > threshold) {
        return true;
      }
    }
    return false;
  }

  private static void normalise(double[] sums) {
    double all = 0;
    double most = 0;
    for (double sum : sums) {
      all += sum;
      most = Math.max(most, sum);
    }
    if (!(most > 0)) {
      throw new ArithmeticException("no entry of the noisy matrix is above the noise");
    }
    double least = LEAST_SUM * all / sums.length;
    for (int i = 0; i < sums.length; i++) {
      sums[i] = Math.max(sums[i], least) / most;
    }
  }

  /// Multiplies entry ij by sums_i^left sums_j^right.
  private static void scale(DenseMatrix matrix, double[] sums, double left, double right) {
    int items = sums.length;
    float[] ofRow = new float[items];
    float[] ofColumn = new float[items];
    for (int i = 0; i < items; i++) {
      ofRow[i] = (float) StrictMath.pow(sums[i], left);
      ofColumn[i] = (float) StrictMath.pow(sums[i], right);
    }
    for (int i = 0; i < items; i++) {
      for (int j = 0; j < items; j++) {
        matrix.data()[i * items + j] *= ofRow[i] * ofColumn[j];
      }
    }
  }

  /// P̂, shape [M × M]; **shared**.
  DenseMatrix matrix() {
    return matrix;
  }

  /// The rank that follows the spectrum.
  private int rank(GramForm.BySpectrum by) {
    double[] values = spectrum.values();
    int signals = 0;
    while (signals < values.length && values[signals] > -ABOVE_NOISE * spectrum.least()) {
      signals++;
    }
    int least = Math.max(LEAST_RANK, matrix.rows() / by.itemsPerRank());
    return Math.min(Math.max(least, RANKS_PER_SIGNAL * signals), values.length);
  }

  /// V_r V_rᵀ, shape [M × M]; fresh.
  DenseMatrix projector(GramForm.Rank rank) {
    int r =
        switch (rank) {
          case GramForm.Fixed(int stated) -> Math.min(stated, spectrum.values().length);
          case GramForm.BySpectrum by -> rank(by);
        };
    DenseMatrix v = spectrum.vectors(r);
    return PackedMatrix.of(v).multiply(v);
  }

  /// Multiplies rows of a filter by g^-δ and columns by g^δ. Recommended items then follow
  /// popularity a little more, and items of the history a little less.
  void favourPopular(DenseMatrix filter, double delta) {
    scale(filter, sums, -delta, delta);
  }
}
