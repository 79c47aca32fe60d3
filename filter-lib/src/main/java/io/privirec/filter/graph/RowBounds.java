package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Bounds on moduli that about 1.6 times as many entries of a row of F reach as are wanted of it.
///
/// They are found on a random 32nd of each row, so that no order of items can hide the large
/// entries. If N of all reach the N-th largest, about N / 32 of these do: seldom more than three
/// standard deviations above that.
///
/// Memory: of each term, a 32nd of its basis; and of 1,024 rows, their bases and a 32nd of them.
final class RowBounds {
  private static final int STRIDE = 32;
  private static final int ROWS_TOGETHER = 1024;
  private static final long SEED = 1;

  private final List<SymmetricTerm> terms;
  private final int[] sample;
  private final List<PackedMatrix> operands;
  private final List<float[]> rightOfSample;

  private RowBounds(List<SymmetricTerm> terms, int[] sample) {
    this.terms = terms;
    this.sample = sample;
    this.operands = terms.stream().map(term -> operand(term, sample)).toList();
    this.rightOfSample = terms.stream().map(term -> at(sample, term.right())).toList();
  }

  /// The items of a row that its bound is found on.
  static int[] sample(int items) {
    return IntStream.range(0, items / STRIDE)
        .map(n -> n * STRIDE + CounterRandom.below(SEED, n, STRIDE))
        .toArray();
  }

  /// Finds the bound of each row.
  ///
  /// @param limit most entries that are wanted of a row
  /// @param bounds takes them, by item
  static void find(List<SymmetricTerm> terms, int items, int limit, float[] bounds) {
    int[] sample = sample(items);
    double expected = (double) limit / STRIDE;
    int wanted = (int) Math.ceil(expected + 3 * Math.sqrt(expected) + 3);
    if (sample.length <= wanted) {
      Arrays.fill(bounds, 0, items, Float.intBitsToFloat(RowSelector.SMALLEST));
      return;
    }
    new RowBounds(terms, sample).find(items, wanted, bounds);
  }

  private void find(int items, int wanted, float[] bounds) {
    Block block = new Block(Math.min(ROWS_TOGETHER, items));
    for (int from = 0; from < items; from += ROWS_TOGETHER) {
      int first = from;
      int rows = Math.min(ROWS_TOGETHER, items - first);
      Block sampled = rows < block.rows ? new Block(rows) : block;
      sampled.multiply(first);
      RowBlocks.forEach(
          rows,
          RowCandidates.ROWS_PER_TASK,
          () -> new Scratch(sample.length),
          (scratch, row, end) -> {
            for (int at = row; at < end; at++) {
              sampled.fill(first, at, scratch.values);
              bounds[first + at] =
                  Float.intBitsToFloat(
                      scratch.selector.bound(scratch.values, 0, sample.length, 1, wanted));
            }
          });
    }
  }

  private static float[] at(int[] sample, float[] scales) {
    float[] some = new float[sample.length];
    for (int n = 0; n < sample.length; n++) {
      some[n] = scales[sample[n]];
    }
    return some;
  }

  /// W Bᵀ of the sampled items.
  private static PackedMatrix operand(SymmetricTerm term, int[] sample) {
    int depth = term.weights().length;
    DenseMatrix chosen = DenseMatrix.zeros(sample.length, depth);
    for (int n = 0; n < sample.length; n++) {
      for (int d = 0; d < depth; d++) {
        chosen.data()[n * depth + d] = term.basis().get(sample[n], d) * term.weights()[d];
      }
    }
    return PackedMatrix.of(chosen);
  }

  /// What one thread needs to find the bound of a row.
  private static final class Scratch {
    private final RowSelector selector = new RowSelector(0);
    private final float[] values;

    Scratch(int length) {
      values = new float[length];
    }
  }

  /// Some rows of F at the sampled columns; the matrices are used again for the next rows.
  private final class Block {
    private final int rows;
    private final List<DenseMatrix> bases;
    private final List<DenseMatrix> products;

    Block(int rows) {
      this.rows = rows;
      this.bases =
          terms.stream().map(term -> DenseMatrix.zeros(rows, term.weights().length)).toList();
      this.products = terms.stream().map(_ -> DenseMatrix.zeros(rows, sample.length)).toList();
    }

    /// Multiplies the rows of all terms from that item on.
    void multiply(int first) {
      for (int t = 0; t < terms.size(); t++) {
        DenseMatrix basis = terms.get(t).basis();
        DenseMatrix some = bases.get(t);
        int depth = some.columns();
        for (int row = 0; row < rows; row++) {
          System.arraycopy(
              basis.data(), (first + row) * basis.columns(), some.data(), row * depth, depth);
        }
        operands.get(t).multiplyInto(some, products.get(t));
      }
    }

    /// Overwrites one row of F at the sampled columns.
    void fill(int first, int row, float[] values) {
      Arrays.fill(values, 0);
      for (int t = 0; t < terms.size(); t++) {
        float scale = terms.get(t).left()[first + row];
        float[] scales = rightOfSample.get(t);
        float[] product = products.get(t).data();
        for (int n = 0; n < sample.length; n++) {
          values[n] += scale * scales[n] * product[row * sample.length + n];
        }
      }
    }
  }
}
