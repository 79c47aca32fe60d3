package io.privirec.federation.factors;

import io.privirec.federation.Contribution;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.List;

/// What a participant adds to sums of products with noise, and how much one user can change it.
public interface ProductShare {
  /// What is summed.
  enum Product {
    /// RᵀR X, shape [items × p].
    WITH_BASIS,
    /// XᵀRᵀR X, shape [p × p], from which Ritz pairs follow.
    PROJECTED
  }

  /// c, of which a participant sends multiples of c / 2^20; positive.
  ///
  /// @param counts noisy, of the items that are in the session, at least 1 each
  double unit(Product product, long[] counts);

  /// By how much one user more or less changes the integers of a sum, by their Euclidean norm.
  double sensitivity(Product product);

  /// A participant's part, in integers.
  ///
  /// @param users what they have of the items that are in the session
  /// @param basis X, which should be orthonormal: by [#sensitivity] a user changes the sum whatever
  ///   it is
  Contribution of(Product product, RatingMatrix users, long[] counts, DenseMatrix basis);

  /// Bytes that a participant holds at once beside its data and X.
  ///
  /// @param items of X
  /// @param columns of X
  long workingSetBytes(int items, int columns);

  /// V as filters are folded with.
  ///
  /// @param counts noisy
  long[] foldedWith(long[] counts);

  /// Lines of a session's digest.
  List<Object> lines();
}
