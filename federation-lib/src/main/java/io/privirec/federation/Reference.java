package io.privirec.federation;

import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.graph.ItemFilter;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// The model that a session publishes, computed from all data in one place: without secure sums and
/// without noise. A federated model is compared with its reference.
public sealed interface Reference {
  /// Returns the least number of users of an item in the published counts. Items with fewer users
  /// have a count of 0 there.
  int minSupport();

  /// A graph filter.
  ///
  /// @param topN entries kept per row of the folded filter in the release; empty if the release has
  ///   no folded filter
  /// @param gramExponent alpha of the item Gram matrix in the release, in [0, 1]; empty if the
  ///   release has no item Gram matrix
  /// @param filter computes the filter of all entries
  record Filter(
      int minSupport, OptionalInt topN, OptionalDouble gramExponent, Supplier<ItemFilter> filter)
      implements Reference {
    /// A filter that a release folds, and that has no item Gram matrix.
    public Filter(int minSupport, int topN, Supplier<ItemFilter> filter) {
      this(minSupport, OptionalInt.of(topN), OptionalDouble.empty(), filter);
    }
  }

  /// Vectors of items.
  ///
  /// @param factors computes the vectors
  record Factors(int minSupport, Supplier<ItemFactors> factors) implements Reference {}

  /// No model: the session publishes nothing.
  record None() implements Reference {
    @Override
    public int minSupport() {
      return 1;
    }
  }
}
