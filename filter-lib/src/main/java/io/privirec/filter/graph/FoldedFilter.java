package io.privirec.filter.graph;

import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/// F, memory-mapped: the published filter that recommender, client and evaluation score alike.
///
/// `filter.safetensors`: `row_offsets` I64 [items + 1]; `columns` U16 (up to 65,535 items) or U32
/// [entries], ascending inside a row; `values` F16 [entries], finite and not zero. All of that is
/// checked when the file is opened.
///
/// The score of item j is Σ w_i · F_ij over the history in **ascending** item order, every product
/// and every sum rounded to float: the same bits wherever it is computed. Safe for several threads;
/// scoring allocates nothing.
public final class FoldedFilter implements AutoCloseable {
  /// What a release says whose model is such a filter.
  public static final String KIND = "folded-filter";

  static final String ROW_OFFSETS = "row_offsets";
  static final String COLUMNS = "columns";
  static final String VALUES = "values";

  private static final int MAX_U16_ITEMS = 65_535;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final SafetensorsReader reader;
  private final long[] rowOffsets;
  private final boolean wide;
  private final MemorySegment columns;
  private final MemorySegment values;

  private FoldedFilter(SafetensorsReader reader) throws SafetensorsException {
    this.reader = reader;
    this.rowOffsets = reader.i64(ROW_OFFSETS, -1);
    long entries = reader.spec(VALUES, TensorType.F16, -1).elements();
    TensorType type = columnType(rowOffsets.length - 1);
    this.wide = type == TensorType.U32;
    this.columns = reader.segment(COLUMNS, type, entries);
    this.values = reader.segment(VALUES, TensorType.F16, entries);
    check(entries);
  }

  /// Maps and checks a file.
  ///
  /// @throws SafetensorsException when it is not a filter file
  public static FoldedFilter open(Path file) throws IOException {
    SafetensorsReader reader = SafetensorsReader.open(file);
    try {
      return new FoldedFilter(reader);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  static TensorType columnType(int items) {
    return items <= MAX_U16_ITEMS ? TensorType.U16 : TensorType.U32;
  }

  private void check(long entries) throws SafetensorsException {
    if (rowOffsets.length == 0 || rowOffsets[0] != 0 || rowOffsets[items()] != entries) {
      throw new SafetensorsException("row_offsets must run from 0 to " + entries);
    }
    for (int row = 0; row < items(); row++) {
      long length = rowOffsets[row + 1] - rowOffsets[row];
      if (length < 0 || length > items() || rowOffsets[row + 1] > entries) {
        throw new SafetensorsException("row_offsets are not valid at row " + row);
      }
      int previous = -1;
      for (long n = rowOffsets[row]; n < rowOffsets[row + 1]; n++) {
        int column = column(n);
        float value = value(n);
        if (column <= previous || column >= items() || value == 0 || !Float.isFinite(value)) {
          throw new SafetensorsException("row %s is not valid".formatted(row));
        }
        previous = column;
      }
    }
  }

  private int column(long entry) {
    return wide
        ? columns.getAtIndex(INT, entry)
        : Short.toUnsignedInt(columns.getAtIndex(SHORT, entry));
  }

  private float value(long entry) {
    return Float.float16ToFloat(values.getAtIndex(SHORT, entry));
  }

  /// Number of items.
  public int items() {
    return rowOffsets.length - 1;
  }

  /// Number of entries of all rows.
  public long entries() {
    return rowOffsets[items()];
  }

  /// Number of entries of a row.
  public int rowLength(int item) {
    Objects.checkIndex(item, items());
    return (int) (rowOffsets[item + 1] - rowOffsets[item]);
  }

  /// A copy of a row.
  public FilterRow row(int item) {
    int length = rowLength(item);
    int[] rowItems = new int[length];
    float[] rowValues = new float[length];
    for (int n = 0; n < length; n++) {
      rowItems[n] = column(rowOffsets[item] + n);
      rowValues[n] = value(rowOffsets[item] + n);
    }
    return new FilterRow(rowItems, rowValues);
  }

  /// F_ij, what history item i contributes to the score of item j: 0 where nothing is kept.
  public float contribution(int i, int j) {
    Objects.checkIndex(i, items());
    Objects.checkIndex(j, items());
    long low = rowOffsets[i];
    long high = rowOffsets[i + 1] - 1;
    while (low <= high) {
      long middle = (low + high) >>> 1;
      int column = column(middle);
      if (column == j) {
        return value(middle);
      } else if (column < j) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return 0;
  }

  /// Scores a history of equal weights 1; see the other method.
  public void score(int[] history, float[] scores) {
    checkScores(scores);
    Arrays.fill(scores, 0);
    int previous = -1;
    for (int item : history) {
      previous = checkNext(item, previous);
      addRow(item, 1, scores);
    }
  }

  /// Scores a history.
  ///
  /// @param history item indices, ascending and unique
  /// @param weights one for each history item
  /// @param scores overwritten, shape [items]; seen items are not masked
  public void score(int[] history, float[] weights, float[] scores) {
    checkScores(scores);
    if (weights.length != history.length) {
      throw new IllegalArgumentException(
          "weights must be as many as history items, %s. Provided: %s"
              .formatted(history.length, weights.length));
    }
    Arrays.fill(scores, 0);
    int previous = -1;
    for (int n = 0; n < history.length; n++) {
      previous = checkNext(history[n], previous);
      addRow(history[n], weights[n], scores);
    }
  }

  private void checkScores(float[] scores) {
    if (scores.length != items()) {
      throw new IllegalArgumentException(
          "scores must have %s elements. Provided: %s".formatted(items(), scores.length));
    }
  }

  private int checkNext(int item, int previous) {
    if (item <= previous || item >= items()) {
      throw new IllegalArgumentException(
          "history must be ascending in [0, %s). Provided: %s after %s"
              .formatted(items(), item, previous));
    }
    return item;
  }

  private void addRow(int item, float weight, float[] scores) {
    long from = rowOffsets[item];
    int length = (int) (rowOffsets[item + 1] - from);
    MemorySegment rowValues = values.asSlice(2 * from, 2L * length);
    if (wide) {
      MemorySegment rowColumns = columns.asSlice(4 * from, 4L * length);
      for (int n = 0; n < length; n++) {
        scores[rowColumns.get(INT, 4L * n)] +=
            weight * Float.float16ToFloat(rowValues.get(SHORT, 2L * n));
      }
    } else {
      MemorySegment rowColumns = columns.asSlice(2 * from, 2L * length);
      for (int n = 0; n < length; n++) {
        scores[Short.toUnsignedInt(rowColumns.get(SHORT, 2L * n))] +=
            weight * Float.float16ToFloat(rowValues.get(SHORT, 2L * n));
      }
    }
  }

  /// Unmaps the file. The filter must not be used afterwards.
  @Override
  public void close() {
    reader.close();
  }
}
