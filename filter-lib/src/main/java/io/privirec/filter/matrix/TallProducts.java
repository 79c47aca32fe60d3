package io.privirec.filter.matrix;

import java.util.Arrays;

/// Products of a tall float matrix with a small one, in doubles: what a QR by Gram matrix needs.
///
/// Each element is one chain of fused multiply-adds in ascending order of the summed index, so it
/// does not depend on lane width or number of threads.
public final class TallProducts {
  private static final int GRAM_DEPTH = 512;
  private static final int PANELS_PER_TASK = 4;
  private static final int ROW_BLOCK = 64;

  private TallProducts() {}

  /// The Gram matrix YᵀY.
  ///
  /// @param y shape [m × p]
  /// @return row-major, shape [p × p], both halves
  public static double[] gram(DenseMatrix y) {
    double[] upper = product(y, y, true);
    int p = y.columns();
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < i; j++) {
        upper[i * p + j] = upper[j * p + i];
      }
    }
    return upper;
  }

  /// The product XᵀY.
  ///
  /// @param x shape [m × p]
  /// @param y shape [m × p]
  /// @return row-major, shape [p × p]
  public static double[] cross(DenseMatrix x, DenseMatrix y) {
    if (x.rows() != y.rows() || x.columns() != y.columns()) {
      throw new IllegalArgumentException("both must have one shape. Provided: " + x + ", " + y);
    }
    return product(x, y, false);
  }

  /// @param upperOnly whether tiles below the diagonal may be left out
  private static double[] product(DenseMatrix x, DenseMatrix y, boolean upperOnly) {
    int p = y.columns();
    int heights = (p + DoubleTile.ROWS - 1) / DoubleTile.ROWS;
    int widths = (p + DoubleTile.COLUMNS - 1) / DoubleTile.COLUMNS;
    int stride = widths * Math.max(DoubleTile.COLUMNS, DoubleTile.ROWS);
    double[] padded = new double[stride * stride];
    double[] strips = new double[heights * DoubleTile.ROWS * GRAM_DEPTH];
    double[] panels = new double[widths * DoubleTile.COLUMNS * GRAM_DEPTH];
    for (int first = 0; first < y.rows(); first += GRAM_DEPTH) {
      int from = first;
      int depth = Math.min(GRAM_DEPTH, y.rows() - from);
      RowBlocks.forEach(
          heights, 1, (s, end) -> packColumns(x, from, depth, s, DoubleTile.ROWS, strips));
      RowBlocks.forEach(
          widths, 1, (w, end) -> packColumns(y, from, depth, w, DoubleTile.COLUMNS, panels));
      RowBlocks.forEach(
          widths,
          PANELS_PER_TASK,
          (w, end) -> addTiles(w, end, heights, depth, strips, panels, upperOnly, padded, stride));
    }
    double[] product = new double[p * p];
    for (int i = 0; i < p; i++) {
      System.arraycopy(padded, i * stride, product, i * p, p);
    }
    return product;
  }

  /// Adds to the tiles of some panels, as far down as the diagonal or all the way.
  private static void addTiles(
      int fromPanel,
      int toPanel,
      int heights,
      int depth,
      double[] strips,
      double[] panels,
      boolean upperOnly,
      double[] padded,
      int stride) {
    for (int strip = 0; strip < heights; strip++) {
      int row = strip * DoubleTile.ROWS;
      int first = upperOnly ? Math.max(fromPanel, row / DoubleTile.COLUMNS) : fromPanel;
      for (int panel = first; panel < toPanel; panel++) {
        DoubleTile.add(
            strips,
            row * GRAM_DEPTH,
            panels,
            panel * DoubleTile.COLUMNS * GRAM_DEPTH,
            depth,
            padded,
            row * stride + panel * DoubleTile.COLUMNS,
            stride);
      }
    }
  }

  /// Packs `width` columns from column `group · width` on, `depth` rows of them; zeros beyond p.
  private static void packColumns(
      DenseMatrix y, int from, int depth, int group, int width, double[] packed) {
    int p = y.columns();
    int column = group * width;
    int count = Math.min(width, p - column);
    int at = group * width * GRAM_DEPTH;
    float[] data = y.data();
    for (int d = 0; d < depth; d++) {
      int row = (from + d) * p + column;
      for (int c = 0; c < count; c++) {
        packed[at + d * width + c] = data[row + c];
      }
    }
  }

  /// The product Y · W, rounded to floats.
  ///
  /// @param y shape [m × p]
  /// @param w upper triangular, row-major, shape [p × p]
  /// @return shape [m × p]
  public static DenseMatrix timesUpper(DenseMatrix y, double[] w) {
    int p = y.columns();
    int widths = (p + DoubleTile.COLUMNS - 1) / DoubleTile.COLUMNS;
    double[][] panels = new double[widths][p * DoubleTile.COLUMNS];
    for (int panel = 0; panel < widths; panel++) {
      int column = panel * DoubleTile.COLUMNS;
      int count = Math.min(DoubleTile.COLUMNS, p - column);
      for (int d = 0; d < p; d++) {
        System.arraycopy(w, d * p + column, panels[panel], d * DoubleTile.COLUMNS, count);
      }
    }
    DenseMatrix product = DenseMatrix.zeros(y.rows(), p);
    RowBlocks.forEach(
        y.rows(),
        ROW_BLOCK,
        () -> new RowScratch(p, widths),
        (scratch, from, to) -> timesUpper(y, panels, from, to, scratch, product));
    return product;
  }

  /// Packed rows of Y and what becomes of them, of one block at a time.
  private static final class RowScratch {
    private static final int HEIGHTS = (ROW_BLOCK + DoubleTile.ROWS - 1) / DoubleTile.ROWS;

    private final double[] strips;
    private final double[] tiles;

    RowScratch(int p, int widths) {
      this.strips = new double[HEIGHTS * DoubleTile.ROWS * p];
      this.tiles = new double[HEIGHTS * DoubleTile.ROWS * widths * DoubleTile.COLUMNS];
    }
  }

  /// Rows of the last strip beyond `to` hold numbers of an earlier block, which nobody reads.
  private static void timesUpper(
      DenseMatrix y, double[][] panels, int from, int to, RowScratch scratch, DenseMatrix product) {
    int p = y.columns();
    int stride = panels.length * DoubleTile.COLUMNS;
    int heights = (to - from + DoubleTile.ROWS - 1) / DoubleTile.ROWS;
    double[] strips = scratch.strips;
    for (int row = from; row < to; row++) {
      int strip = (row - from) / DoubleTile.ROWS;
      int at = strip * p * DoubleTile.ROWS + (row - from) % DoubleTile.ROWS;
      for (int d = 0; d < p; d++) {
        strips[at + d * DoubleTile.ROWS] = y.data()[row * p + d];
      }
    }
    double[] tiles = scratch.tiles;
    Arrays.fill(tiles, 0);
    for (int panel = 0; panel < panels.length; panel++) {
      int column = panel * DoubleTile.COLUMNS;
      int depth = Math.min(p, column + DoubleTile.COLUMNS);
      for (int strip = 0; strip < heights; strip++) {
        int first = strip * DoubleTile.ROWS;
        DoubleTile.add(
            strips, first * p, panels[panel], 0, depth, tiles, first * stride + column, stride);
      }
    }
    for (int row = from; row < to; row++) {
      for (int c = 0; c < p; c++) {
        product.data()[row * p + c] = (float) tiles[(row - from) * stride + c];
      }
    }
  }
}
