package io.privirec.bench;

import io.privirec.filter.graph.GramProduct;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.TurboCf;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.ranking.TopK;
import io.privirec.filter.spectral.NormalisedInteractions;
import io.privirec.filter.spectral.TallQr;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// A numeric kernel, in the form that `peers/kernels.py` has its like of.
enum Kernel {
  GRAM("P̃ = R̃ᵀR̃, both halves, f32"),
  PRODUCT("R̃ᵀ(R̃ X), k = 256"),
  GRAM_PRODUCT("P̃ X, sparse P̃, k = 256"),
  QR("QR, items × 256"),
  DENSE("A Bᵀ, A 256 × 256, B items × 256"),
  SCORES("r P̃ of 256 users, sparse P̃"),
  TOP_K("top 20 of 256 rows of scores");

  private static final int BATCH = 256;
  private static final int K = 20;

  private final String title;

  Kernel(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Kernel of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /// A kernel that has its operands.
  ///
  /// @param work what is timed
  /// @param check one number that a right result has, up to rounding
  record Prepared<T>(Supplier<T> work, ToDoubleFunction<T> check) {}

  Prepared<?> prepare(KernelInput input) {
    InteractionMatrix data = input.interactions();
    DenseMatrix x = input.x();
    return switch (this) {
      case GRAM -> new Prepared<>(() -> ItemGram.of(data, .5), gram -> gram.entries());
      case PRODUCT -> product(GramProduct.of(normalised(data)), x);
      case GRAM_PRODUCT -> product(GramProduct.of(ItemGram.of(data, .5)), x);
      case QR -> new Prepared<>(() -> TallQr.factorise(x), Kernel::trace);
      case DENSE -> dense(x);
      case SCORES -> scores(data);
      case TOP_K -> topK(x);
    };
  }

  private static NormalisedInteractions normalised(InteractionMatrix data) {
    return NormalisedInteractions.of(data, data.itemDegrees());
  }

  private static Prepared<DenseMatrix> product(GramProduct gram, DenseMatrix x) {
    return new Prepared<>(() -> gram.times(x), Kernel::squares);
  }

  private static double squares(DenseMatrix matrix) {
    double sum = 0;
    for (float value : matrix.data()) {
      sum += (double) value * value;
    }
    return sum;
  }

  private static double trace(TallQr.Factors factors) {
    double[] t = factors.t();
    return IntStream.range(0, KernelInput.RANK)
        .mapToDouble(j -> Math.abs(t[j * KernelInput.RANK + j]))
        .sum();
  }

  private static Prepared<DenseMatrix> dense(DenseMatrix x) {
    PackedMatrix b = PackedMatrix.of(x);
    DenseMatrix a =
        DenseMatrix.of(BATCH, x.columns(), Arrays.copyOf(x.data(), BATCH * x.columns()));
    return new Prepared<>(() -> b.multiply(a), Kernel::squares);
  }

  private static Prepared<DenseMatrix> scores(InteractionMatrix data) {
    ItemFilter linear = new TurboCf(ItemGram.of(data, .5), 1, 1);
    int[][] histories = IntStream.range(0, BATCH).mapToObj(data::row).toArray(int[][]::new);
    return new Prepared<>(() -> linear.scoreBatch(histories), Kernel::squares);
  }

  /// X has 256 numbers for each item: as many rows of scores.
  private static Prepared<int[][]> topK(DenseMatrix x) {
    int items = x.rows();
    int[] none = {};
    return new Prepared<>(
        () -> {
          int[][] best = new int[BATCH][];
          RowBlocks.forEach(
              BATCH,
              1,
              (row, end) -> {
                float[] scores = Arrays.copyOfRange(x.data(), row * items, end * items);
                best[row] = TopK.excluding(scores, K, none);
              });
          return best;
        },
        best -> Arrays.stream(best).flatMapToInt(Arrays::stream).asDoubleStream().sum());
  }
}
