package io.privirec.lab.fedpower;

import io.privirec.privacy.Composition;
import io.privirec.privacy.Gaussian;
import io.privirec.privacy.TextbookBounds;

/// What the paper says that the noise of its Algorithm 3 guarantees ([FP, Theorem 2]), to be
/// compared with. **Not a sound guarantee**: it is of one number of M_iᵀM_i, and no change of
/// anybody's data changes that number alone. Sessions of `fedpower-private` claim what protects
/// users.
///
/// @param sigma standard deviation of the noise
/// @param textbook ε of one sum by the formula that the paper uses, which holds below 1 only
/// @param exact ε of one sum of the same sensitivity
/// @param ofAll exact ε of all of them
public record PaperEpsilon(double sigma, double textbook, double exact, double ofAll) {
  /// The paper's bound on a number of a basis.
  private static final double OF_BASIS = .2;

  /// The paper's bound on what a number of a product changes by.
  private static final double OF_PRODUCT = .05;

  /// Its bounds for a rank.
  ///
  /// @param sigma positive
  /// @param sums of products
  public static PaperEpsilon of(double sigma, int rank, int sums, double delta) {
    double multiplier = sigma / (2 * Math.sqrt(rank) * OF_PRODUCT * OF_BASIS);
    Gaussian one = new Gaussian(multiplier);
    return new PaperEpsilon(
        sigma,
        TextbookBounds.quotedEpsilon(multiplier, delta),
        exact(one, 1, delta),
        exact(one, sums, delta));
  }

  private static double exact(Gaussian one, int sums, double delta) {
    return Composition.of(one, sums).gaussian().orElseThrow().epsilon(delta);
  }

  /// Whether the textbook's formula holds.
  public boolean textbookHolds() {
    return textbook < 1;
  }
}
