package io.privirec.filter.power;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.spectral.TallQr;
import java.util.Arrays;

/// A matrix of few columns in doubles, row by row. Floats would end a power iteration at a distance
/// of 10⁻⁴ or so.
public final class TallMatrix {
  private final int rows;
  private final int columns;
  private final double[] data;

  private TallMatrix(int rows, int columns, double[] data) {
    if (rows < 1 || columns < 1 || data.length != (long) rows * columns) {
      throw new IllegalArgumentException(
          "data must have rows · columns numbers. Provided: %s for %s × %s"
              .formatted(data.length, rows, columns));
    }
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /// Of numbers row by row; **shared**, not copied.
  public static TallMatrix of(int rows, int columns, double[] data) {
    return new TallMatrix(rows, columns, data);
  }

  /// Zeros.
  public static TallMatrix zeros(int rows, int columns) {
    return new TallMatrix(rows, columns, new double[Math.multiplyExact(rows, columns)]);
  }

  /// The same numbers in doubles.
  public static TallMatrix of(DenseMatrix matrix) {
    double[] data = new double[matrix.data().length];
    Arrays.setAll(data, n -> matrix.data()[n]);
    return new TallMatrix(matrix.rows(), matrix.columns(), data);
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  /// Row by row; **shared**, not a copy.
  public double[] data() {
    return data;
  }

  /// The same numbers rounded to floats.
  public DenseMatrix inFloats() {
    DenseMatrix floats = DenseMatrix.zeros(rows, columns);
    for (int n = 0; n < data.length; n++) {
      floats.data()[n] = (float) data[n];
    }
    return floats;
  }

  /// Orthonormal columns that span what these do. Where a column depends on those before it, some
  /// fixed direction takes its place.
  public TallMatrix orthonormal() {
    return new TallMatrix(rows, columns, TallQr.orthonormal(data, rows, columns));
  }

  /// Whether no number of ZᵀZ is further from the identity's than that; false where one is not
  /// finite.
  public boolean isOrthonormal(double within) {
    double[] gram = cross(this);
    for (int row = 0; row < columns; row++) {
      for (int column = 0; column < columns; column++) {
        double due = row == column ? 1 : 0;
        if (!(Math.abs(gram[row * columns + column] - due) <= within)) {
          return false;
        }
      }
    }
    return true;
  }

  /// This, transposed, times another of as many rows: row-major, shape [columns × other columns].
  public double[] cross(TallMatrix other) {
    requireRows(other);
    double[] product = new double[columns * other.columns];
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < columns; i++) {
        double left = data[row * columns + i];
        for (int j = 0; j < other.columns; j++) {
          product[i * other.columns + j] += left * other.data[row * other.columns + j];
        }
      }
    }
    return product;
  }

  /// This times a small matrix.
  ///
  /// @param right row-major, shape [columns × count]
  public TallMatrix times(double[] right, int count) {
    TallMatrix product = zeros(rows, count);
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < columns; i++) {
        double left = data[row * columns + i];
        for (int j = 0; j < count; j++) {
          product.data[row * count + j] += left * right[i * count + j];
        }
      }
    }
    return product;
  }

  /// Rows for columns.
  public TallMatrix transposed() {
    TallMatrix turned = zeros(columns, rows);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        turned.data[column * rows + row] = data[row * columns + column];
      }
    }
    return turned;
  }

  /// The first columns.
  public TallMatrix first(int count) {
    TallMatrix first = zeros(rows, count);
    for (int row = 0; row < rows; row++) {
      System.arraycopy(data, row * columns, first.data, row * count, count);
    }
    return first;
  }

  /// ‖QQᵀ − ZZᵀ‖_F / √2 of two orthonormal bases of one rank: the root of the sum of the squared
  /// sines between their subspaces, at most √columns. Computed as ‖Z − Q Qᵀ Z‖_F, which loses no
  /// digits where they are near each other.
  ///
  /// @param other of as many rows and columns
  public double distance(TallMatrix other) {
    requireRows(other);
    TallMatrix inside = times(cross(other), other.columns);
    double squares = 0;
    for (int n = 0; n < inside.data.length; n++) {
      double outside = other.data[n] - inside.data[n];
      squares += outside * outside;
    }
    return Math.sqrt(squares);
  }

  /// The orthogonal D that brings this nearest to another of the same shape: the minimum of ‖this D
  /// − other‖_F (Procrustes), the polar factor of thisᵀ other.
  ///
  /// @return row-major, shape [columns × columns]
  public double[] alignedTo(TallMatrix other) {
    requireRows(other);
    return polarFactor(cross(other), columns);
  }

  /// U Vᵀ of a singular value decomposition C = U Σ Vᵀ: C (CᵀC)^-½, completed where C has lost a
  /// direction.
  private static double[] polarFactor(double[] c, int n) {
    TallMatrix matrix = new TallMatrix(n, n, c);
    SymmetricEigen eigen = SymmetricEigen.of(matrix.cross(matrix), n);
    double[] right = eigen.vectors();
    // Columns by descending singular value, so that what replaces lost ones comes last.
    TallMatrix left = matrix.times(right, n).orthonormal();
    double[] transposed = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        transposed[i * n + j] = right[j * n + i];
      }
    }
    return left.times(transposed, n).data;
  }

  private void requireRows(TallMatrix other) {
    if (other.rows != rows) {
      throw new IllegalArgumentException(
          "matrices must have as many rows. Provided: %s and %s".formatted(rows, other.rows));
    }
  }
}
