package io.privirec.filter.graph;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/// The item Gram matrix P̃ = R̃ᵀR̃ with R̃ = U^-α R V^(α-1), sparse and symmetric, both halves.
///
/// P̃_ij = v_i^(α-1) v_j^(α-1) Σ_u d_u^(-2α), over the users of both i and j. For α = ½ every entry
/// is in [0, 1]. Inverse powers of a degree 0 are 0; a zero is not stored. Compressed rows with
/// ascending columns: 8 bytes per entry, at most 2³¹ − 9 entries. Immutable and safe for several
/// threads.
public final class ItemGram {
  /// The largest power of entries. Entries of P̃ are far below 1: their higher powers are 0 in a
  /// half float.
  public static final double MAX_EXPONENT = 4;

  private static final int BLOCK_ROWS = 64;
  private static final long MAX_ENTRIES = Integer.MAX_VALUE - 8;

  private final int[] rowOffsets;
  private final int[] columns;
  private final float[] values;

  private ItemGram(int[] rowOffsets, int[] columns, float[] values) {
    this.rowOffsets = rowOffsets;
    this.columns = columns;
    this.values = values;
  }

  /// Computes P̃ on all cores.
  ///
  /// Each entry is a float sum in ascending user order, then scaled: the same bits for every number
  /// of threads. Entries are counted first, then written where they belong: no memory beside the
  /// result but a row of each thread.
  ///
  /// @param interactions R
  /// @param alpha in [0, 1]; ½ for GF-CF
  /// @throws ArithmeticException if there are too many entries for one matrix
  public static ItemGram of(InteractionMatrix interactions, double alpha) {
    checkAlpha(alpha);
    InteractionMatrix byItem = interactions.transpose();
    float[] userWeight = new float[interactions.users()];
    for (int user = 0; user < userWeight.length; user++) {
      userWeight[user] = power(interactions.rowLength(user), -2 * alpha);
    }
    float[] itemScale = new float[interactions.items()];
    for (int item = 0; item < itemScale.length; item++) {
      itemScale[item] = power(byItem.rowLength(item), alpha - 1);
    }
    int items = interactions.items();
    int[] lengths = new int[items];
    RowBlocks.forEach(
        items,
        BLOCK_ROWS,
        () -> new ItemGramRows(interactions, byItem),
        (rows, from, to) -> {
          for (int row = from; row < to; row++) {
            lengths[row] = rows.length(row);
          }
        });
    ItemGram gram = empty(lengths);
    RowBlocks.forEach(
        items,
        BLOCK_ROWS,
        () -> new ItemGramRows(interactions, byItem),
        (rows, from, to) -> {
          for (int row = from; row < to; row++) {
            rows.write(row, userWeight, itemScale, gram.columns, gram.values, gram.rowOffsets[row]);
          }
        });
    return gram;
  }

  /// With room for as many entries in each row.
  private static ItemGram empty(int[] lengths) {
    int[] rowOffsets = new int[lengths.length + 1];
    long entries = 0;
    for (int row = 0; row < lengths.length; row++) {
      entries += lengths[row];
      if (entries > MAX_ENTRIES) {
        throw new ArithmeticException("the item Gram matrix has more than 2³¹ − 9 entries");
      }
      rowOffsets[row + 1] = (int) entries;
    }
    int size = (int) entries;
    // Filling with zeros is bound by memory, and takes as long as a core has for it.
    CompletableFuture<int[]> columns = CompletableFuture.supplyAsync(() -> new int[size]);
    float[] values = new float[size];
    return new ItemGram(rowOffsets, columns.join(), values);
  }

  /// Checks α.
  ///
  /// @throws IllegalArgumentException if it is not in [0, 1]
  public static void checkAlpha(double alpha) {
    if (!(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException("alpha must be in [0, 1]. Provided: " + alpha);
    }
  }

  /// Checks a power of entries.
  ///
  /// @throws IllegalArgumentException if it is not positive and finite
  public static void checkExponent(double exponent) {
    if (!(exponent > 0 && exponent <= MAX_EXPONENT)) {
      throw new IllegalArgumentException(
          "exponent must be in (0, %s]. Provided: %s".formatted(MAX_EXPONENT, exponent));
    }
  }

  private static float power(int degree, double exponent) {
    return degree == 0 ? 0 : (float) Math.pow(degree, exponent);
  }

  /// The upper half: compressed rows with ascending columns, the diagonal first.
  ///
  /// @param rowOffsets shape [items + 1]
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Upper(int[] rowOffsets, int[] columns, float[] values) {}

  Upper upper() {
    int[] offsets = new int[rowOffsets.length];
    int diagonal = 0;
    for (int row = 0; row < items(); row++) {
      diagonal += get(row, row) == 0 ? 0 : 1;
    }
    int[] upperColumns = new int[diagonal + (columns.length - diagonal) / 2];
    float[] upperValues = new float[upperColumns.length];
    int size = 0;
    for (int row = 0; row < items(); row++) {
      for (int e = rowOffsets[row]; e < rowOffsets[row + 1]; e++) {
        if (columns[e] >= row) {
          upperColumns[size] = columns[e];
          upperValues[size++] = values[e];
        }
      }
      offsets[row + 1] = size;
    }
    return new Upper(offsets, upperColumns, upperValues);
  }

  /// Both halves from the upper one.
  ///
  /// @throws IllegalArgumentException if it is not an upper half without zeros
  static ItemGram of(Upper upper) {
    int items = upper.rowOffsets.length - 1;
    if (items < 1 || upper.rowOffsets[0] != 0 || upper.rowOffsets[items] > upper.columns.length) {
      throw new IllegalArgumentException("row offsets must run from 0 to the number of entries");
    }
    int[] next = new int[items + 1];
    long entries = 0;
    for (int row = 0; row < items; row++) {
      if (upper.rowOffsets[row + 1] < upper.rowOffsets[row]
          || upper.rowOffsets[row + 1] > upper.columns.length) {
        throw new IllegalArgumentException("row %s is not valid".formatted(row));
      }
      int last = row - 1;
      for (int e = upper.rowOffsets[row]; e < upper.rowOffsets[row + 1]; e++) {
        int column = upper.columns[e];
        if (column <= last || column >= items || !(Math.abs(upper.values[e]) > 0)) {
          throw new IllegalArgumentException("row %s is not valid".formatted(row));
        }
        last = column;
        next[row + 1]++;
        next[column + 1] += column == row ? 0 : 1;
        entries += column == row ? 1 : 2;
      }
    }
    if (entries > MAX_ENTRIES) {
      throw new ArithmeticException("the item Gram matrix has more than 2³¹ − 9 entries");
    }
    for (int row = 0; row < items; row++) {
      next[row + 1] += next[row];
    }
    return mirrored(upper, next, (int) entries);
  }

  /// Entries left of the diagonal come from earlier rows: all rows come out ascending.
  ///
  /// @param next where the rows begin; overwritten
  private static ItemGram mirrored(Upper upper, int[] next, int entries) {
    int[] rowOffsets = next.clone();
    int[] columns = new int[entries];
    float[] values = new float[entries];
    for (int row = 0; row < rowOffsets.length - 1; row++) {
      for (int e = upper.rowOffsets[row]; e < upper.rowOffsets[row + 1]; e++) {
        int column = upper.columns[e];
        columns[next[row]] = column;
        values[next[row]++] = upper.values[e];
        if (column != row) {
          columns[next[column]] = row;
          values[next[column]++] = upper.values[e];
        }
      }
    }
    return new ItemGram(rowOffsets, columns, values);
  }

  /// Number of items.
  public int items() {
    return rowOffsets.length - 1;
  }

  /// Number of entries that are not 0.
  public int entries() {
    return columns.length;
  }

  /// Number of entries of one row that are not 0.
  public int entries(int item) {
    return rowOffsets[item + 1] - rowOffsets[item];
  }

  /// P̃_ij.
  public float get(int i, int j) {
    Objects.checkIndex(i, items());
    Objects.checkIndex(j, items());
    int at = Arrays.binarySearch(columns, rowOffsets[i], rowOffsets[i + 1], j);
    return at < 0 ? 0 : values[at];
  }

  /// P̃ with every entry raised to a power: P̃^∘s [Turbo-CF].
  ///
  /// @param exponent s, in (0, [#MAX_EXPONENT]]
  public ItemGram powered(double exponent) {
    checkExponent(exponent);
    if (exponent == 1) {
      return this;
    }
    float[] powers = new float[values.length];
    RowBlocks.forEach(
        items(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int n = rowOffsets[from]; n < rowOffsets[to]; n++) {
            powers[n] = (float) Math.pow(values[n], exponent);
          }
        });
    return new ItemGram(rowOffsets, columns, powers);
  }

  /// The same matrix between two diagonal ones: entry ij times (v_i v_j)^power.
  ///
  /// @param itemDegrees V, shape [items], positive where there are entries
  public ItemGram scaled(long[] itemDegrees, double power) {
    if (itemDegrees.length != items()) {
      throw new IllegalArgumentException(
          "itemDegrees must have %s entries. Provided: %s".formatted(items(), itemDegrees.length));
    }
    if (power == 0) {
      return this;
    }
    double[] scale = new double[items()];
    for (int item = 0; item < scale.length; item++) {
      scale[item] = itemDegrees[item] == 0 ? 0 : Math.pow((double) itemDegrees[item], power);
    }
    float[] scaled = new float[values.length];
    RowBlocks.forEach(
        items(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int item = from; item < to; item++) {
            for (int e = rowOffsets[item]; e < rowOffsets[item + 1]; e++) {
              scaled[e] = (float) (values[e] * (scale[item] * scale[columns[e]]));
            }
          }
        });
    return new ItemGram(rowOffsets, columns, scaled);
  }

  /// r P̃ of each history, on all cores.
  ///
  /// @return shape [histories × items]
  DenseMatrix score(int[][] histories) {
    DenseMatrix scores = DenseMatrix.zeros(histories.length, items());
    addScores(histories, scores);
    return scores;
  }

  /// Adds r P̃ of each history to a row of scores.
  void addScores(int[][] histories, DenseMatrix scores) {
    RowBlocks.forEach(
        histories.length,
        1,
        (user, end) -> {
          int at = user * items();
          for (int item : histories[user]) {
            for (int e = rowOffsets[item]; e < rowOffsets[item + 1]; e++) {
              scores.data()[at + columns[e]] += values[e];
            }
          }
        });
  }

  /// P̃ X, on all cores.
  ///
  /// @param x shape [items × n]
  /// @return shape [items × n]
  DenseMatrix times(DenseMatrix x) {
    int n = x.columns();
    DenseMatrix y = DenseMatrix.zeros(items(), n);
    RowBlocks.forEach(
        items(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int item = from; item < to; item++) {
            for (int e = rowOffsets[item]; e < rowOffsets[item + 1]; e++) {
              Axpy.add(values[e], x.data(), columns[e] * n, y.data(), item * n, n);
            }
          }
        });
    return y;
  }

  @Override
  public String toString() {
    return "ItemGram[%s items, %s entries]".formatted(items(), entries());
  }
}
