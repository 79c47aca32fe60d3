package io.privirec.filter.matrix;

import java.util.Arrays;
import java.util.Objects;

/// The right operand of products `A · Bᵀ`, packed once into panels that one core streams through
/// its caches.
///
/// Each element of a product is one chain of fused multiply-adds over ascending columns of A and B:
/// bit-identical for every lane width, number of threads and way of splitting A into blocks. Takes
/// as much memory as B, which is not kept.
public final class PackedMatrix {
  /// Depth of a panel that stays in the second-level cache with the rows of A.
  private static final int DEPTH = 512;

  /// Rows and columns of a product that one core makes at a time: it stays in the second-level
  /// cache until it is done. A multiple of every tile's height and width.
  static final int BLOCK = 256;

  private static final int STRIPS_PER_TASK = 32;

  private final int rows;
  private final int columns;
  private final float[][] panels;

  private PackedMatrix(int rows, int columns, float[][] panels) {
    this.rows = rows;
    this.columns = columns;
    this.panels = panels;
  }

  /// Packs B.
  ///
  /// @param b shape [rows × columns]; rows become the columns of the products
  public static PackedMatrix of(DenseMatrix b) {
    int width = FloatTile.COLUMNS;
    float[][] panels = new float[(b.rows() + width - 1) / width][];
    RowBlocks.forEach(
        panels.length,
        1,
        (from, to) -> panels[from] = pack(b.data(), from * width, b.rows(), b.columns(), width));
    return new PackedMatrix(b.rows(), b.columns(), panels);
  }

  /// Lays `width` rows side by side: element (row, d) at d · width + row, zeros beyond the end.
  private static float[] pack(float[] data, int first, int rows, int columns, int width) {
    float[] packed = new float[width * columns];
    int count = Math.min(width, rows - first);
    for (int row = 0; row < count; row++) {
      int from = (first + row) * columns;
      for (int d = 0; d < columns; d++) {
        packed[d * width + row] = data[from + d];
      }
    }
    return packed;
  }

  /// Rows of B.
  public int rows() {
    return rows;
  }

  /// Columns of B.
  public int columns() {
    return columns;
  }

  /// A row of B, unpacked.
  public float[] row(int row) {
    int width = FloatTile.COLUMNS;
    float[] panel = panels[Objects.checkIndex(row, rows) / width];
    float[] values = new float[columns];
    for (int d = 0; d < columns; d++) {
      values[d] = panel[d * width + row % width];
    }
    return values;
  }

  /// One element of a product, to the same bits.
  ///
  /// @param a has the row of A, from `aFrom`
  /// @param row of B
  public float dot(float[] a, int aFrom, int row) {
    int width = FloatTile.COLUMNS;
    float[] panel = panels[Objects.checkIndex(row, rows) / width];
    float sum = 0;
    for (int d = 0; d < columns; d++) {
      sum = Math.fma(a[aFrom + d], panel[d * width + row % width], sum);
    }
    return sum;
  }

  /// The product `A · Bᵀ`, on all cores.
  ///
  /// @param a shape [n × columns]
  /// @return shape [n × rows]
  public DenseMatrix multiply(DenseMatrix a) {
    DenseMatrix product = DenseMatrix.zeros(a.rows(), rows);
    multiplyInto(a, product);
    return product;
  }

  /// Overwrites the product `A · Bᵀ`, on all cores.
  ///
  /// @param a shape [n × columns]
  /// @param product shape [n × rows]
  public void multiplyInto(DenseMatrix a, DenseMatrix product) {
    if (a.columns() != columns || product.rows() != a.rows() || product.columns() != rows) {
      throw new IllegalArgumentException(
          "shapes must be [n × %s] and [n × %s]. Provided: %s and %s"
              .formatted(columns, rows, a, product));
    }
    float[][] strips = new float[(a.rows() + FloatTile.ROWS - 1) / FloatTile.ROWS][];
    RowBlocks.forEach(
        strips.length,
        STRIPS_PER_TASK,
        (from, to) -> {
          for (int strip = from; strip < to; strip++) {
            int first = strip * FloatTile.ROWS;
            strips[strip] = pack(a.data(), first, a.rows(), columns, FloatTile.ROWS);
          }
        });
    int across = (rows + BLOCK - 1) / BLOCK;
    int down = (a.rows() + BLOCK - 1) / BLOCK;
    RowBlocks.forEach(
        Math.multiplyExact(across, down),
        1,
        (block, end) -> {
          int row = block / across * BLOCK;
          int column = block % across * BLOCK;
          int height = Math.min(BLOCK, a.rows() - row);
          int at = row * rows + column;
          multiplyBlock(strips, row / FloatTile.ROWS, height, column, product.data(), at, rows);
        });
  }

  /// Rows of B in strips, as the left operand of [#multiplyBlock].
  float[][] strips(int from, int to) {
    int width = FloatTile.COLUMNS;
    float[][] strips = new float[(to - from + FloatTile.ROWS - 1) / FloatTile.ROWS][];
    for (int strip = 0; strip < strips.length; strip++) {
      int first = from + strip * FloatTile.ROWS;
      int count = Math.min(FloatTile.ROWS, to - first);
      float[] packed = new float[FloatTile.ROWS * columns];
      for (int row = 0; row < count; row++) {
        float[] panel = panels[(first + row) / width];
        int lane = (first + row) % width;
        for (int d = 0; d < columns; d++) {
          packed[d * FloatTile.ROWS + row] = panel[d * width + lane];
        }
      }
      strips[strip] = packed;
    }
    return strips;
  }

  /// Overwrites one block of a product, on this core: `height` rows of A, from a strip on, and up
  /// to [#BLOCK] rows of B.
  ///
  /// @param strips A, packed
  /// @param column first row of B, a multiple of [#BLOCK]
  /// @param to the block goes to `at` and following, with `stride` elements between rows
  void multiplyBlock(
      float[][] strips, int strip, int height, int column, float[] to, int at, int stride) {
    int width = Math.min(BLOCK, rows - column);
    for (int row = 0; row < height; row++) {
      Arrays.fill(to, at + row * stride, at + row * stride + width, 0);
    }
    for (int first = 0; first < width; first += FloatTile.COLUMNS) {
      float[] panel = panels[(column + first) / FloatTile.COLUMNS];
      int columnsLeft = Math.min(FloatTile.COLUMNS, width - first);
      for (int d = 0; d < columns; d += DEPTH) {
        int depth = Math.min(DEPTH, columns - d);
        int bFrom = d * FloatTile.COLUMNS;
        for (int row = 0; row < height; row += FloatTile.ROWS) {
          float[] rowsOfA = strips[strip + row / FloatTile.ROWS];
          int aFrom = d * FloatTile.ROWS;
          int tile = at + row * stride + first;
          int rowsLeft = Math.min(FloatTile.ROWS, height - row);
          if (rowsLeft == FloatTile.ROWS && columnsLeft == FloatTile.COLUMNS) {
            FloatTile.add(rowsOfA, aFrom, panel, bFrom, depth, to, tile, stride);
          } else {
            FloatTile.addPart(
                rowsOfA, aFrom, panel, bFrom, depth, to, tile, stride, rowsLeft, columnsLeft);
          }
        }
      }
    }
  }
}
