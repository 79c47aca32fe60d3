package io.privirec.filter.matrix;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/// One tile of a double product: C[8 × 2 lanes] += A · B over `depth`, sixteen accumulators in
/// registers, outer products only.
///
/// Every element is one chain of fused multiply-adds in ascending depth, starting from what C
/// holds: the same for every lane width, and the same when a depth is split.
final class DoubleTile {
  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  /// Rows of a tile.
  static final int ROWS = 8;

  /// Columns of a tile.
  static final int COLUMNS = 2 * LANES;

  private DoubleTile() {}

  /// Adds to a whole tile.
  ///
  /// @param a packed A: `depth` groups of [#ROWS] elements from `aFrom`
  /// @param b packed B: `depth` groups of [#COLUMNS] elements from `bFrom`
  /// @param c row-major with `cStride` elements between rows, from `cFrom`
  static void add(
      double[] a, int aFrom, double[] b, int bFrom, int depth, double[] c, int cFrom, int cStride) {
    DoubleVector c00 = DoubleVector.fromArray(SPECIES, c, cFrom + 0 * cStride);
    DoubleVector c01 = DoubleVector.fromArray(SPECIES, c, cFrom + 0 * cStride + LANES);
    DoubleVector c10 = DoubleVector.fromArray(SPECIES, c, cFrom + 1 * cStride);
    DoubleVector c11 = DoubleVector.fromArray(SPECIES, c, cFrom + 1 * cStride + LANES);
    DoubleVector c20 = DoubleVector.fromArray(SPECIES, c, cFrom + 2 * cStride);
    DoubleVector c21 = DoubleVector.fromArray(SPECIES, c, cFrom + 2 * cStride + LANES);
    DoubleVector c30 = DoubleVector.fromArray(SPECIES, c, cFrom + 3 * cStride);
    DoubleVector c31 = DoubleVector.fromArray(SPECIES, c, cFrom + 3 * cStride + LANES);
    DoubleVector c40 = DoubleVector.fromArray(SPECIES, c, cFrom + 4 * cStride);
    DoubleVector c41 = DoubleVector.fromArray(SPECIES, c, cFrom + 4 * cStride + LANES);
    DoubleVector c50 = DoubleVector.fromArray(SPECIES, c, cFrom + 5 * cStride);
    DoubleVector c51 = DoubleVector.fromArray(SPECIES, c, cFrom + 5 * cStride + LANES);
    DoubleVector c60 = DoubleVector.fromArray(SPECIES, c, cFrom + 6 * cStride);
    DoubleVector c61 = DoubleVector.fromArray(SPECIES, c, cFrom + 6 * cStride + LANES);
    DoubleVector c70 = DoubleVector.fromArray(SPECIES, c, cFrom + 7 * cStride);
    DoubleVector c71 = DoubleVector.fromArray(SPECIES, c, cFrom + 7 * cStride + LANES);
    for (int d = 0; d < depth; d++) {
      DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, bFrom + d * COLUMNS);
      DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, bFrom + d * COLUMNS + LANES);
      int at = aFrom + d * ROWS;
      DoubleVector a0 = DoubleVector.broadcast(SPECIES, a[at + 0]);
      c00 = a0.fma(b0, c00);
      c01 = a0.fma(b1, c01);
      DoubleVector a1 = DoubleVector.broadcast(SPECIES, a[at + 1]);
      c10 = a1.fma(b0, c10);
      c11 = a1.fma(b1, c11);
      DoubleVector a2 = DoubleVector.broadcast(SPECIES, a[at + 2]);
      c20 = a2.fma(b0, c20);
      c21 = a2.fma(b1, c21);
      DoubleVector a3 = DoubleVector.broadcast(SPECIES, a[at + 3]);
      c30 = a3.fma(b0, c30);
      c31 = a3.fma(b1, c31);
      DoubleVector a4 = DoubleVector.broadcast(SPECIES, a[at + 4]);
      c40 = a4.fma(b0, c40);
      c41 = a4.fma(b1, c41);
      DoubleVector a5 = DoubleVector.broadcast(SPECIES, a[at + 5]);
      c50 = a5.fma(b0, c50);
      c51 = a5.fma(b1, c51);
      DoubleVector a6 = DoubleVector.broadcast(SPECIES, a[at + 6]);
      c60 = a6.fma(b0, c60);
      c61 = a6.fma(b1, c61);
      DoubleVector a7 = DoubleVector.broadcast(SPECIES, a[at + 7]);
      c70 = a7.fma(b0, c70);
      c71 = a7.fma(b1, c71);
    }
    c00.intoArray(c, cFrom + 0 * cStride);
    c01.intoArray(c, cFrom + 0 * cStride + LANES);
    c10.intoArray(c, cFrom + 1 * cStride);
    c11.intoArray(c, cFrom + 1 * cStride + LANES);
    c20.intoArray(c, cFrom + 2 * cStride);
    c21.intoArray(c, cFrom + 2 * cStride + LANES);
    c30.intoArray(c, cFrom + 3 * cStride);
    c31.intoArray(c, cFrom + 3 * cStride + LANES);
    c40.intoArray(c, cFrom + 4 * cStride);
    c41.intoArray(c, cFrom + 4 * cStride + LANES);
    c50.intoArray(c, cFrom + 5 * cStride);
    c51.intoArray(c, cFrom + 5 * cStride + LANES);
    c60.intoArray(c, cFrom + 6 * cStride);
    c61.intoArray(c, cFrom + 6 * cStride + LANES);
    c70.intoArray(c, cFrom + 7 * cStride);
    c71.intoArray(c, cFrom + 7 * cStride + LANES);
  }

  /// Adds to the first rows and columns of a tile, through a scratch tile.
  static void addPart(
      double[] a,
      int aFrom,
      double[] b,
      int bFrom,
      int depth,
      double[] c,
      int cFrom,
      int cStride,
      int rows,
      int columns) {
    double[] scratch = new double[ROWS * COLUMNS];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(c, cFrom + row * cStride, scratch, row * COLUMNS, columns);
    }
    add(a, aFrom, b, bFrom, depth, scratch, 0, COLUMNS);
    for (int row = 0; row < rows; row++) {
      System.arraycopy(scratch, row * COLUMNS, c, cFrom + row * cStride, columns);
    }
  }
}
