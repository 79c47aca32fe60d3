package io.privirec.filter.matrix;

import java.util.List;
import java.util.Objects;

/// A row-major float matrix over one array of `rows · columns` elements.
///
/// Deliberately thin: the array is **shared**, kernels read and write it directly. Whoever hands a
/// matrix on decides whether it may still be changed; nothing here is safe for concurrent writes to
/// the same element. At most 2³¹ − 9 elements.
public final class DenseMatrix {
  private static final int TRANSPOSED_TOGETHER = 64;
  private static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

  private final int rows;
  private final int columns;
  private final float[] data;

  private DenseMatrix(int rows, int columns, float[] data) {
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /// A new matrix of zeros.
  public static DenseMatrix zeros(int rows, int columns) {
    return new DenseMatrix(rows, columns, new float[elements(rows, columns)]);
  }

  /// A matrix over an existing array, which is **not** copied.
  ///
  /// @param data row-major, of exactly `rows · columns` elements
  public static DenseMatrix of(int rows, int columns, float[] data) {
    if (data.length != elements(rows, columns)) {
      throw new IllegalArgumentException(
          "data of a %s × %s matrix must have %s elements. Provided: %s"
              .formatted(rows, columns, (long) rows * columns, data.length));
    }
    return new DenseMatrix(rows, columns, data);
  }

  /// Matrices of as many rows, side by side: a new matrix.
  public static DenseMatrix beside(List<DenseMatrix> parts) {
    DenseMatrix all =
        zeros(
            parts.getFirst().rows,
            parts.stream().mapToInt(DenseMatrix::columns).reduce(0, Math::addExact));
    int at = 0;
    for (DenseMatrix part : parts) {
      if (part.rows != all.rows) {
        throw new IllegalArgumentException(
            "parts must have %s rows. Provided: %s".formatted(all.rows, part));
      }
      for (int row = 0; row < all.rows; row++) {
        System.arraycopy(
            part.data, row * part.columns, all.data, row * all.columns + at, part.columns);
      }
      at += part.columns;
    }
    return all;
  }

  private static int elements(int rows, int columns) {
    if (rows < 0 || columns < 0 || (long) rows * columns > MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "rows · columns must be in [0, %s]. Provided: %s × %s"
              .formatted(MAX_ELEMENTS, rows, columns));
    }
    return rows * columns;
  }

  /// Number of rows.
  public int rows() {
    return rows;
  }

  /// Number of columns.
  public int columns() {
    return columns;
  }

  /// The elements, row-major; **shared**, not a copy.
  public float[] data() {
    return data;
  }

  /// One element.
  public float get(int row, int column) {
    return data[Objects.checkIndex(row, rows) * columns + Objects.checkIndex(column, columns)];
  }

  /// The transpose, a new matrix; on all cores.
  public DenseMatrix transpose() {
    DenseMatrix turned = zeros(columns, rows);
    RowBlocks.forEach(
        columns,
        TRANSPOSED_TOGETHER,
        (from, to) -> {
          for (int row = 0; row < rows; row++) {
            for (int column = from; column < to; column++) {
              turned.data[column * rows + row] = data[row * columns + column];
            }
          }
        });
    return turned;
  }

  @Override
  public String toString() {
    return "DenseMatrix[%s × %s]".formatted(rows, columns);
  }
}
