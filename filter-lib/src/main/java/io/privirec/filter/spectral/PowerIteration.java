package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.matrix.TallProducts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Power iteration on P̃ = R̃ᵀR̃ from a public start [PR, Algorithm 1]: X₀ = qr(G); Y = R̃ᵀ(R̃ X),
/// X T = qr(Y), L times; and what S and Λ are made of at the end (docs/algorithms.md).
///
/// A session runs the products as secure sums; [#central] runs all of it on data in one place with
/// the same kernels, without quantiser and masks.
///
/// @param rank k, columns of S, at least 1
/// @param oversampling how many columns more are iterated and then left out, at least 0
/// @param iterations L, at least 1
/// @param eigenvalues how S and Λ come from the last products
/// @param seed of the start basis
public record PowerIteration(
    int rank, int oversampling, int iterations, Eigenvalues eigenvalues, long seed) {
  /// Directions of X_{L−1}ᵀ P̃ X_{L−1} smaller than this part of the largest are the noise of
  /// floats.
  private static final double NOISE = 1e-7;

  /// Likewise for [X₀ … X_{L−1}], whose columns are not orthogonal to each other.
  private static final double JOINT_NOISE = 1e-6;

  /// Of one array.
  private static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

  /// Where eigenvalues come from.
  public enum Eigenvalues {
    /// S = X_L, Λ = |diag T|. After few iterations these are **not** the eigenvalues of P̃.
    DIAG_T,
    /// P̃ ≈ Y B⁻¹ Yᵀ with B = X_{L−1}ᵀ Y [Nyström]: half an iteration more, for nothing.
    NYSTROM,
    /// Nyström with all of X₀ … X_{L−1} instead of the last one [block Krylov]: the best that the L
    /// products tell of P̃, again for nothing.
    KRYLOV,
    /// The Ritz pairs of P̃ in X_L: one more sum, of p × p numbers.
    RITZ;

    /// The name in the API: `diag-t`.
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public PowerIteration {
    require(rank >= 1, "rank must be at least 1", rank);
    require(oversampling >= 0, "oversampling must be at least 0", oversampling);
    require(iterations >= 1, "iterations must be at least 1", iterations);
  }

  private static void require(boolean condition, String message, int value) {
    if (!condition) {
      throw new IllegalArgumentException(message + ". Provided value: " + value);
    }
  }

  /// Columns that are iterated, p.
  public int width() {
    return Math.addExact(rank, oversampling);
  }

  /// Checks that there are as many items as all needed bases have columns, and that a matrix of
  /// both can be.
  ///
  /// @throws IllegalArgumentException if not
  public void requireItems(int items) {
    if ((long) basesNeeded() * width() * items > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "columns of all bases times items must be at most %s. Provided: %s times %s times %s"
              .formatted(MAX_ELEMENTS, basesNeeded(), width(), items));
    }
    if ((long) basesNeeded() * width() > items) {
      throw new IllegalArgumentException(
          "columns of all bases that %s takes must be at most the %s items. Provided: %s times %s"
              .formatted(eigenvalues.label(), items, basesNeeded(), width()));
    }
  }

  /// X₀, shape [items × p].
  ///
  /// @param items at least p
  public DenseMatrix start(int items) {
    return StartBasis.expand(seed, items, width());
  }

  /// How many of X₀ … X_{L−1} [#conclude] takes, the last ones.
  public int basesNeeded() {
    return eigenvalues == Eigenvalues.KRYLOV ? iterations : 1;
  }

  /// What comes out where the products say it all: not for [Eigenvalues#RITZ].
  ///
  /// @param before as many as are needed of X₀ … X_{L−1}, the last one last
  /// @param last the factors of Y_L
  /// @param itemDegrees V
  /// @param idealRank see [SpectralFactors]
  public SpectralFactors conclude(
      List<DenseMatrix> before, TallQr.Factors last, long[] itemDegrees, int idealRank) {
    return switch (eigenvalues) {
      case DIAG_T -> {
        float[] diagonal = new float[rank];
        double[] t = last.t();
        for (int j = 0; j < rank; j++) {
          diagonal[j] = (float) Math.abs(t[j * width() + j]);
        }
        yield new SpectralFactors(
            SubspaceEigen.firstColumns(last.q(), rank), diagonal, itemDegrees, idealRank);
      }
      case NYSTROM ->
          factors(nystrom(before.getLast(), last.q(), last.t(), NOISE), itemDegrees, idealRank);
      case KRYLOV -> factors(krylov(before, last), itemDegrees, idealRank);
      case RITZ -> throw new IllegalStateException("Ritz pairs need one more sum");
    };
  }

  /// What comes out of the Ritz sum.
  ///
  /// @param last X_L
  /// @param projected X_Lᵀ P̃ X_L, row-major, shape [p × p]
  /// @param itemDegrees V
  /// @param idealRank see [SpectralFactors]
  public SpectralFactors concludeRitz(
      DenseMatrix last, double[] projected, long[] itemDegrees, int idealRank) {
    return factors(SubspaceEigen.of(last, projected), itemDegrees, idealRank);
  }

  private SpectralFactors factors(SubspaceEigen eigen, long[] itemDegrees, int idealRank) {
    return new SpectralFactors(
        eigen.vectors(rank), eigen.floatValues(rank), itemDegrees, idealRank);
  }

  /// Y B⁻¹ Yᵀ = Q (T B⁻¹ Tᵀ) Qᵀ with Y = Q T and B = (Xᵀ Q) T; the inverse leaves noise out.
  ///
  /// @param x what was multiplied: P̃ X = Y
  private static SubspaceEigen nystrom(DenseMatrix x, DenseMatrix q, double[] t, double noise) {
    int p = x.columns();
    double[] b = SquareProducts.multiply(TallProducts.cross(x, q), t, p);
    SymmetricEigen eigen = SymmetricEigen.of(b, p);
    double[] values = eigen.values();
    double[] half = SquareProducts.multiply(t, eigen.vectors(), p);
    for (int c = 0; c < p; c++) {
      double scale = values[c] > noise * values[0] ? 1 / Math.sqrt(values[c]) : 0;
      for (int row = 0; row < p; row++) {
        half[row * p + c] *= scale;
      }
    }
    return SubspaceEigen.of(q, SquareProducts.timesItsTranspose(half, p));
  }

  /// Nyström with K = [X₀ … X_{L−1}]: P̃ K = [X₁ T₁ … X_L T_L]. Of the triangles only the last one
  /// need be kept: P̃ is symmetric, so T_ℓ = X_ℓᵀ P̃ X_{ℓ−1} = (P̃ X_ℓ)ᵀ X_{ℓ−1} = T_{ℓ+1}ᵀ
  /// X_{ℓ+1}ᵀ X_{ℓ−1}.
  private SubspaceEigen krylov(List<DenseMatrix> before, TallQr.Factors last) {
    int p = width();
    int all = Math.multiplyExact(iterations, p);
    List<DenseMatrix> after = new ArrayList<>(before.subList(1, iterations));
    after.add(last.q());
    TallQr.Factors joint = TallQr.factorise(DenseMatrix.beside(after));
    double[] triangles = new double[all * all];
    double[] t = last.t();
    for (int block = iterations - 1; block >= 0; block--) {
      for (int row = 0; row < p; row++) {
        System.arraycopy(t, row * p, triangles, (block * p + row) * all + block * p, p);
      }
      if (block > 0) {
        t =
            SquareProducts.multiply(
                SquareProducts.transposed(t, p),
                TallProducts.cross(after.get(block), before.get(block - 1)),
                p);
      }
    }
    return nystrom(
        DenseMatrix.beside(before),
        joint.q(),
        SquareProducts.multiply(joint.t(), triangles, all),
        JOINT_NOISE);
  }

  /// The products of data in one place: factors of any kind can be made of them.
  public static final class Products {
    private final NormalisedInteractions normalised;
    private final long[] itemDegrees;
    private final List<DenseMatrix> before;
    private final TallQr.Factors last;

    private Products(
        NormalisedInteractions normalised,
        long[] itemDegrees,
        List<DenseMatrix> before,
        TallQr.Factors last) {
      this.normalised = normalised;
      this.itemDegrees = itemDegrees;
      this.before = before;
      this.last = last;
    }
  }

  /// Runs it on data in one place: what the federated one is compared with.
  ///
  /// @param interactions of at least p users and p items
  /// @param idealRank in [1, rank]
  public SpectralFactors central(InteractionMatrix interactions, int idealRank) {
    return central(products(interactions), idealRank);
  }

  /// The factors that the products of data in one place give.
  ///
  /// @param products of a power iteration that differs in its eigenvalues at most, and needs no
  ///   fewer bases
  /// @param idealRank in [1, rank]
  public SpectralFactors central(Products products, int idealRank) {
    DenseMatrix q = products.last.q();
    return eigenvalues == Eigenvalues.RITZ
        ? concludeRitz(
            q, TallProducts.gram(products.normalised.project(q)), products.itemDegrees, idealRank)
        : conclude(
            products.before.subList(products.before.size() - basesNeeded(), products.before.size()),
            products.last,
            products.itemDegrees,
            idealRank);
  }

  /// The products, and as many bases as are needed.
  ///
  /// @param interactions of at least p users, and as many items as all needed bases have columns
  public Products products(InteractionMatrix interactions) {
    int largest = Math.min(interactions.users(), interactions.items());
    if (width() > largest) {
      throw new IllegalArgumentException(
          "rank and oversampling must be in [1, min(users, items) = %s] together. Provided: %s"
              .formatted(largest, width()));
    }
    requireItems(interactions.items());
    long[] itemDegrees = interactions.itemDegrees();
    NormalisedInteractions normalised = NormalisedInteractions.of(interactions, itemDegrees);
    List<DenseMatrix> before = new ArrayList<>(List.of(start(interactions.items())));
    TallQr.Factors last = iterated(normalised, before.getLast());
    for (int iteration = 1; iteration < iterations; iteration++) {
      before.add(last.q());
      if (before.size() > basesNeeded()) {
        before.removeFirst();
      }
      last = iterated(normalised, before.getLast());
    }
    return new Products(normalised, itemDegrees, List.copyOf(before), last);
  }

  private static TallQr.Factors iterated(NormalisedInteractions normalised, DenseMatrix x) {
    DenseMatrix y = DenseMatrix.zeros(normalised.items(), x.columns());
    normalised.backProject(normalised.project(x), 0, normalised.items(), y.data());
    return TallQr.factorise(y);
  }
}
