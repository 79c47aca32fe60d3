package io.privirec.exposure;

/// What a user with d items adds to a pair of them in an item Gram matrix.
public enum UserWeight {
  /// 1 / d, as in P̃.
  INVERSE {
    @Override
    double of(int items) {
      return 1.0 / items;
    }

    @Override
    double items(double weight) {
      return 1 / weight;
    }
  },

  /// 1 / √(d (d − 1)), d ≥ 2: all users have pairs of the same norm. So sums with noise have it.
  EQUAL_NORM {
    @Override
    double of(int items) {
      return items < 2 ? 1 : 1 / Math.sqrt((double) items * (items - 1));
    }

    @Override
    double items(double weight) {
      return (1 + Math.sqrt(1 + 4 / weight / weight)) / 2;
    }
  };

  /// Returns the weight of a user.
  ///
  /// @param items d, at least 1
  abstract double of(int items);

  /// Returns d for a weight, as a real number; infinite for 0.
  abstract double items(double weight);
}
