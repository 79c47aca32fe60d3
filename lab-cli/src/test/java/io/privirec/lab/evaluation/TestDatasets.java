package io.privirec.lab.evaluation;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.List;

/** Data sets small enough to check by hand. */
final class TestDatasets {
  private TestDatasets() {}

  /**
   * Three users, four items: ada saw a and b and is tested on c; bob saw a and is tested on b and
   * d; cem saw a and c, nothing held out.
   */
  static Dataset threeUsers() {
    return Dataset.of(
        "three",
        List.of("ada", "bob", "cem"),
        List.of("a", "b", "c", "d"),
        RatingMatrix.of(
            InteractionMatrix.of(3, 4, new int[] {0, 2, 3, 5}, new int[] {0, 1, 0, 0, 2})),
        RatingMatrix.of(InteractionMatrix.of(3, 4, new int[] {0, 1, 3, 3}, new int[] {2, 1, 3})));
  }
}
