package io.privirec.filter;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.random.CounterRandom;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// Seeded matrices for tests.
public final class TestMatrices {
  /// Sizes around lane and block boundaries.
  public static final List<Integer> AWKWARD_SIZES = List.of(1, 13, 207, 2046, 4098);

  private TestMatrices() {}

  /// Uniform in [−1, 1).
  public static DenseMatrix uniform(long seed, int rows, int columns) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    for (int e = 0; e < matrix.data().length; e++) {
      matrix.data()[e] = (float) (2 * CounterRandom.uniform(seed, e) - 1);
    }
    return matrix;
  }

  /// One float per index.
  public static float[] floats(int count, IntToDoubleFunction value) {
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = (float) value.applyAsDouble(i);
    }
    return floats;
  }

  /// Each interaction with the probability given.
  public static InteractionMatrix interactions(
      long seed, int users, int items, double probability) {
    int[] offsets = new int[users + 1];
    int[][] rows = new int[users][];
    for (int user = 0; user < users; user++) {
      long key = CounterRandom.at(seed, user);
      rows[user] =
          IntStream.range(0, items)
              .filter(item -> CounterRandom.uniform(key, item) < probability)
              .toArray();
      offsets[user + 1] = offsets[user] + rows[user].length;
    }
    int[] columns = IntStream.range(0, users).flatMap(u -> IntStream.of(rows[u])).toArray();
    return InteractionMatrix.of(users, items, offsets, columns);
  }

  /// Largest |QᵀQ − I|.
  public static double orthonormalityError(DenseMatrix q) {
    double worst = 0;
    for (int i = 0; i < q.columns(); i++) {
      for (int j = i; j < q.columns(); j++) {
        double dot = 0;
        for (int row = 0; row < q.rows(); row++) {
          dot += (double) q.get(row, i) * q.get(row, j);
        }
        worst = Math.max(worst, Math.abs(dot - (i == j ? 1 : 0)));
      }
    }
    return worst;
  }
}
