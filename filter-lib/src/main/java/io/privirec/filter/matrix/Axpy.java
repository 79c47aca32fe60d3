package io.privirec.filter.matrix;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// `y ← a · x + y` by fused multiply-add, element by element: what one element becomes does not
/// depend on lane width, because lanes never meet.
///
/// Ranges of x and y must not overlap unless they are the same.
public final class Axpy {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  private Axpy() {}

  /// Adds `a` times `count` elements of x from `xFrom` to y from `yFrom`.
  public static void add(float a, float[] x, int xFrom, float[] y, int yFrom, int count) {
    FloatVector factor = FloatVector.broadcast(FLOATS, a);
    int i = 0;
    for (; i <= count - FLOATS.length(); i += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, x, xFrom + i)
          .fma(factor, FloatVector.fromArray(FLOATS, y, yFrom + i))
          .intoArray(y, yFrom + i);
    }
    for (; i < count; i++) {
      y[yFrom + i] = Math.fma(x[xFrom + i], a, y[yFrom + i]);
    }
  }

  /// Adds products of elements to y: `y ← (a · x) · z + y`, the product in brackets rounded.
  public static void addProducts(
      float a, float[] x, int xFrom, float[] z, int zFrom, float[] y, int count) {
    FloatVector factor = FloatVector.broadcast(FLOATS, a);
    int i = 0;
    for (; i <= count - FLOATS.length(); i += FLOATS.length()) {
      FloatVector.fromArray(FLOATS, x, xFrom + i)
          .mul(factor)
          .fma(FloatVector.fromArray(FLOATS, z, zFrom + i), FloatVector.fromArray(FLOATS, y, i))
          .intoArray(y, i);
    }
    for (; i < count; i++) {
      y[i] = Math.fma(x[xFrom + i] * a, z[zFrom + i], y[i]);
    }
  }

  /// Adds `a` times `count` elements of x from `xFrom` to y from `yFrom`.
  public static void add(double a, double[] x, int xFrom, double[] y, int yFrom, int count) {
    DoubleVector factor = DoubleVector.broadcast(DOUBLES, a);
    int i = 0;
    for (; i <= count - DOUBLES.length(); i += DOUBLES.length()) {
      DoubleVector.fromArray(DOUBLES, x, xFrom + i)
          .fma(factor, DoubleVector.fromArray(DOUBLES, y, yFrom + i))
          .intoArray(y, yFrom + i);
    }
    for (; i < count; i++) {
      y[yFrom + i] = Math.fma(x[xFrom + i], a, y[yFrom + i]);
    }
  }
}
