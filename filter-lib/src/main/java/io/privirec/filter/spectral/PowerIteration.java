package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;

/// The centralised power iteration, on data in one place: what the federated one is compared with.
///
/// PriviRec Algorithm 1 with a public start: X₀ = qr(G); Y = R̃ᵀ(R̃ X), X T = qr(Y), L times; S =
/// X_L, Λ = |diag T_L|. The same kernels as a participant's, without quantiser and masks. After few
/// iterations Λ is **not** the spectrum of P̃.
public final class PowerIteration {
  private PowerIteration() {}

  /// Runs it.
  ///
  /// @param rank k, in [1, min(users, items)]
  /// @param iterations L, at least 1
  /// @param seed of the start basis
  /// @param idealRank in [1, rank]
  public static SpectralFactors run(
      InteractionMatrix interactions, int rank, int iterations, long seed, int idealRank) {
    int largest = Math.min(interactions.users(), interactions.items());
    if (rank < 1 || rank > largest) {
      throw new IllegalArgumentException(
          "rank must be in [1, min(users, items) = %d]. Provided: %d".formatted(largest, rank));
    }
    if (iterations < 1) {
      throw new IllegalArgumentException("iterations must be at least 1: " + iterations);
    }
    long[] itemDegrees = interactions.itemDegrees();
    NormalisedInteractions normalised = NormalisedInteractions.of(interactions, itemDegrees);
    DenseMatrix x = StartBasis.expand(seed, interactions.items(), rank);
    double[] t = {};
    for (int iteration = 0; iteration < iterations; iteration++) {
      DenseMatrix z = normalised.project(x);
      DenseMatrix y = DenseMatrix.zeros(interactions.items(), rank);
      normalised.backProject(z, 0, interactions.items(), y.data());
      TallQr.Factors factors = TallQr.factorise(y);
      x = factors.q();
      t = factors.t();
    }
    return new SpectralFactors(x, absoluteDiagonal(t, rank), itemDegrees, idealRank);
  }

  /// |diag T| of a row-major p × p matrix.
  public static float[] absoluteDiagonal(double[] t, int p) {
    float[] diagonal = new float[p];
    for (int j = 0; j < p; j++) {
      diagonal[j] = (float) Math.abs(t[j * p + j]);
    }
    return diagonal;
  }
}
