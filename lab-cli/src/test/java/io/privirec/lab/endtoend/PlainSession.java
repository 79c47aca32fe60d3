package io.privirec.lab.endtoend;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.NormalisedInteractions;
import io.privirec.filter.spectral.StartBasis;
import io.privirec.filter.spectral.TallQr;
import io.privirec.lab.run.UserSplit;
import java.util.List;
import java.util.stream.IntStream;

/**
 * PriviRec-k with plain sums over given participants per round: what a session must have computed
 * if exactly those were summed.
 */
final class PlainSession {
  private final List<InteractionMatrix> data;

  /** Of the participants of {@code lab run} on a data set whose users are all known. */
  PlainSession(Dataset dataset, int participants, long seed) {
    int[] users = IntStream.range(0, dataset.users()).toArray();
    this.data =
        UserSplit.deal(users, participants, seed).stream().map(dataset.train()::rows).toList();
  }

  /** V over some participants, by number from 0. */
  long[] itemDegrees(List<Integer> survivors) {
    long[] degrees = new long[data.getFirst().items()];
    for (int survivor : survivors) {
      long[] own = data.get(survivor).itemDegrees();
      for (int i = 0; i < degrees.length; i++) {
        degrees[i] += own[i];
      }
    }
    return degrees;
  }

  /**
   * S = X_L.
   *
   * @param survivorsByIteration who is in the sum of each power iteration
   */
  DenseMatrix basis(
      long[] itemDegrees, List<List<Integer>> survivorsByIteration, int k, long seed) {
    DenseMatrix x = StartBasis.expand(seed, itemDegrees.length, k);
    for (List<Integer> survivors : survivorsByIteration) {
      x = TallQr.factorise(product(itemDegrees, survivors, x)).q();
    }
    return x;
  }

  private DenseMatrix product(long[] itemDegrees, List<Integer> survivors, DenseMatrix x) {
    double[] sum = new double[x.data().length];
    float[] own = new float[sum.length];
    for (int survivor : survivors) {
      NormalisedInteractions normalised =
          NormalisedInteractions.of(data.get(survivor), itemDegrees);
      normalised.backProject(normalised.project(x), 0, x.rows(), own);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += own[i];
      }
    }
    DenseMatrix product = DenseMatrix.zeros(x.rows(), x.columns());
    for (int i = 0; i < sum.length; i++) {
      product.data()[i] = (float) sum[i];
    }
    return product;
  }

  /** The largest difference of two matrices of the same shape. */
  static double distance(DenseMatrix one, DenseMatrix other) {
    return IntStream.range(0, one.data().length)
        .mapToDouble(i -> Math.abs(one.data()[i] - other.data()[i]))
        .max()
        .orElse(0);
  }
}
