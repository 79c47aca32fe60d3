package io.privirec.bench;

import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.BoundedEquations;
import io.privirec.filter.factor.FrequentItems;
import io.privirec.filter.factor.ItemSolver;
import io.privirec.filter.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// The coordinator's step of `dpals`: items' vectors from noisy equations, each projected to the
/// nearest positive semidefinite ones first. On one core.
final class SolveSpeed {
  private static final int RANK = 128;

  /// Of the step that the bar is about; as many are solved as tell what one takes.
  private static final int ITEMS = 5_000;

  private static final int SOLVED = 500;

  private SolveSpeed() {}

  static List<Result> measure() throws Exception {
    BoundedAls als =
        new BoundedAls(
            new BoundedAls.Ratings(1, 5, 2, .95),
            new BoundedAls.Adaptive(.5),
            RANK,
            1,
            1,
            150,
            new BoundedAls.Ridge(.02, 30, 0, .02),
            1);
    long[] counts = new long[SOLVED];
    Arrays.fill(counts, 100);
    FrequentItems items = FrequentItems.of(counts, SOLVED);
    DenseMatrix vectors = DenseMatrix.zeros(SOLVED, RANK);
    Random random = new Random(1);
    double[] triangle = noise(random, BoundedEquations.triangle(RANK));
    double[] right = noise(random, RANK);
    ItemSolver solver = new ItemSolver(als, items, new double[0], /* features= */ null);
    CpuTime.Work work =
        () -> {
          for (int place = 0; place < SOLVED; place++) {
            triangle[place] = -triangle[place];
            solver.solve(place, triangle, right, vectors);
          }
        };
    CpuTime.millisOf(work);
    double seconds = CpuTime.medianMillisOf(3, work) / 1e3 * ITEMS / SOLVED;
    return List.of(
        Result.of(
                String.format(Locale.ROOT, "solve, %,d items, r = %d, projected", ITEMS, RANK),
                seconds,
                "s CPU")
            .atMost(35));
  }

  private static double[] noise(Random random, int length) {
    return random.doubles(length, -20, 20).toArray();
  }
}
