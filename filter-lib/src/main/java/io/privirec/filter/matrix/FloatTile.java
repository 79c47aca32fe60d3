package io.privirec.filter.matrix;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// One tile of a float product: C[8 × 2 lanes] += A · B over `depth`, sixteen accumulators in
/// registers, outer products only.
///
/// Every element is one chain of fused multiply-adds in ascending depth, starting from what C
/// holds: the same for every lane width, and the same when a depth is split.
final class FloatTile {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  /// Rows of a tile.
  static final int ROWS = 8;

  /// Columns of a tile.
  static final int COLUMNS = 2 * LANES;

  private FloatTile() {}

  /// Adds to a whole tile.
  ///
  /// @param a packed A: `depth` groups of [#ROWS] elements from `aFrom`
  /// @param b packed B: `depth` groups of [#COLUMNS] elements from `bFrom`
  /// @param c row-major with `cStride` elements between rows, from `cFrom`
  static void add(
      float[] a, int aFrom, float[] b, int bFrom, int depth, float[] c, int cFrom, int cStride) {
    FloatVector c00 = FloatVector.fromArray(SPECIES, c, cFrom + 0 * cStride);
    FloatVector c01 = FloatVector.fromArray(SPECIES, c, cFrom + 0 * cStride + LANES);
    FloatVector c10 = FloatVector.fromArray(SPECIES, c, cFrom + 1 * cStride);
    FloatVector c11 = FloatVector.fromArray(SPECIES, c, cFrom + 1 * cStride + LANES);
    FloatVector c20 = FloatVector.fromArray(SPECIES, c, cFrom + 2 * cStride);
    FloatVector c21 = FloatVector.fromArray(SPECIES, c, cFrom + 2 * cStride + LANES);
    FloatVector c30 = FloatVector.fromArray(SPECIES, c, cFrom + 3 * cStride);
    FloatVector c31 = FloatVector.fromArray(SPECIES, c, cFrom + 3 * cStride + LANES);
    FloatVector c40 = FloatVector.fromArray(SPECIES, c, cFrom + 4 * cStride);
    FloatVector c41 = FloatVector.fromArray(SPECIES, c, cFrom + 4 * cStride + LANES);
    FloatVector c50 = FloatVector.fromArray(SPECIES, c, cFrom + 5 * cStride);
    FloatVector c51 = FloatVector.fromArray(SPECIES, c, cFrom + 5 * cStride + LANES);
    FloatVector c60 = FloatVector.fromArray(SPECIES, c, cFrom + 6 * cStride);
    FloatVector c61 = FloatVector.fromArray(SPECIES, c, cFrom + 6 * cStride + LANES);
    FloatVector c70 = FloatVector.fromArray(SPECIES, c, cFrom + 7 * cStride);
    FloatVector c71 = FloatVector.fromArray(SPECIES, c, cFrom + 7 * cStride + LANES);
    for (int d = 0; d < depth; d++) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bFrom + d * COLUMNS);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bFrom + d * COLUMNS + LANES);
      int at = aFrom + d * ROWS;
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[at + 0]);
      c00 = a0.fma(b0, c00);
      c01 = a0.fma(b1, c01);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[at + 1]);
      c10 = a1.fma(b0, c10);
      c11 = a1.fma(b1, c11);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[at + 2]);
      c20 = a2.fma(b0, c20);
      c21 = a2.fma(b1, c21);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[at + 3]);
      c30 = a3.fma(b0, c30);
      c31 = a3.fma(b1, c31);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[at + 4]);
      c40 = a4.fma(b0, c40);
      c41 = a4.fma(b1, c41);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[at + 5]);
      c50 = a5.fma(b0, c50);
      c51 = a5.fma(b1, c51);
      FloatVector a6 = FloatVector.broadcast(SPECIES, a[at + 6]);
      c60 = a6.fma(b0, c60);
      c61 = a6.fma(b1, c61);
      FloatVector a7 = FloatVector.broadcast(SPECIES, a[at + 7]);
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
      float[] a,
      int aFrom,
      float[] b,
      int bFrom,
      int depth,
      float[] c,
      int cFrom,
      int cStride,
      int rows,
      int columns) {
    float[] scratch = new float[ROWS * COLUMNS];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(c, cFrom + row * cStride, scratch, row * COLUMNS, columns);
    }
    add(a, aFrom, b, bFrom, depth, scratch, 0, COLUMNS);
    for (int row = 0; row < rows; row++) {
      System.arraycopy(scratch, row * COLUMNS, c, cFrom + row * cStride, columns);
    }
  }
}
