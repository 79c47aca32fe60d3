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

  private static final int PANELS_PER_TASK = 8;

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
          "shapes must be [n × %d] and [n × %d]. Provided: %s and %s"
              .formatted(columns, rows, a, product));
    }
    int height = FloatTile.ROWS;
    float[][] strips = new float[(a.rows() + height - 1) / height][];
    for (int strip = 0; strip < strips.length; strip++) {
      strips[strip] = pack(a.data(), strip * height, a.rows(), columns, height);
    }
    Arrays.fill(product.data(), 0);
    RowBlocks.forEach(
        panels.length,
        PANELS_PER_TASK,
        (from, to) -> {
          for (int panel = from; panel < to; panel++) {
            multiplyPanel(strips, panel, product);
          }
        });
  }

  private void multiplyPanel(float[][] strips, int panel, DenseMatrix product) {
    int width = Math.min(FloatTile.COLUMNS, rows - panel * FloatTile.COLUMNS);
    for (int d = 0; d < columns; d += DEPTH) {
      int depth = Math.min(DEPTH, columns - d);
      for (int strip = 0; strip < strips.length; strip++) {
        int height = Math.min(FloatTile.ROWS, product.rows() - strip * FloatTile.ROWS);
        int at = strip * FloatTile.ROWS * rows + panel * FloatTile.COLUMNS;
        int aFrom = d * FloatTile.ROWS;
        int bFrom = d * FloatTile.COLUMNS;
        if (height == FloatTile.ROWS && width == FloatTile.COLUMNS) {
          FloatTile.add(
              strips[strip], aFrom, panels[panel], bFrom, depth, product.data(), at, rows);
        } else {
          FloatTile.addPart(
              strips[strip],
              aFrom,
              panels[panel],
              bFrom,
              depth,
              product.data(),
              at,
              rows,
              height,
              width);
        }
      }
    }
  }
}
