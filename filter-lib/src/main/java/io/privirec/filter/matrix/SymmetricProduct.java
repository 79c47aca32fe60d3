package io.privirec.filter.matrix;

/// The symmetric product B W Bᵀ of a tall matrix, made in tiles: those on and above the diagonal
/// say everything.
///
/// Both sides have the roots of W, so that an element and its mirror image are the same bits: one
/// chain of fused multiply-adds over ascending columns, for every lane width. Memory: as many
/// floats as B has, which is not kept. Immutable and safe for several threads.
public final class SymmetricProduct {
  /// Rows and columns of a tile.
  public static final int TILE = PackedMatrix.BLOCK;

  private final PackedMatrix packed;

  private SymmetricProduct(PackedMatrix packed) {
    this.packed = packed;
  }

  /// Packs B W^½.
  ///
  /// @param b its first columns are taken, as many as there are weights
  /// @param weights diagonal of W, finite and at least 0
  public static SymmetricProduct of(DenseMatrix b, float[] weights) {
    int columns = weights.length;
    float[] roots = new float[columns];
    for (int d = 0; d < columns; d++) {
      if (!(weights[d] >= 0) || Float.isInfinite(weights[d])) {
        throw new IllegalArgumentException("weights must be finite and at least 0: " + weights[d]);
      }
      roots[d] = (float) Math.sqrt((double) weights[d]);
    }
    DenseMatrix half = DenseMatrix.zeros(b.rows(), columns);
    RowBlocks.forEach(
        b.rows(),
        TILE,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int d = 0; d < columns; d++) {
              half.data()[row * columns + d] = b.data()[row * b.columns() + d] * roots[d];
            }
          }
        });
    return new SymmetricProduct(PackedMatrix.of(half));
  }

  /// Rows of the product, [#TILE] of them or as many as there are.
  ///
  /// @param from a multiple of [#TILE]
  public Rows rows(int from) {
    return new Rows(from, Math.min(TILE, packed.rows() - from));
  }

  /// Some rows, ready to be multiplied.
  public final class Rows {
    private final int count;
    private final float[][] strips;

    private Rows(int from, int count) {
      this.count = count;
      this.strips = packed.strips(from, from + count);
    }

    /// Overwrites the start of `to` with one tile, on this core.
    ///
    /// @param column the first one, a multiple of [#TILE]
    /// @param to row-major with [#TILE] elements between rows; what is beyond the product stays
    public void tile(int column, float[] to) {
      packed.multiplyBlock(strips, 0, count, column, to, 0, TILE);
    }
  }

  /// The product of one row of B W^½ with all of them: a row of the product.
  public float[] row(int row) {
    return packed.multiply(DenseMatrix.of(1, packed.columns(), packed.row(row))).data();
  }
}
