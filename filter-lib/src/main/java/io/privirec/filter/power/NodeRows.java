package io.privirec.filter.power;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.Arrays;

/// A node's rows M_i, most of whose numbers are 0, and its product M_iᵀ(M_i Z). Immutable; safe for
/// use by several threads.
public final class NodeRows {
  private final InteractionMatrix pattern;
  private final double[] values;

  private NodeRows(InteractionMatrix pattern, double[] values) {
    this.pattern = pattern;
    this.values = values;
  }

  /// Ratings as they are; whoever has an item without a rating is taken to like it.
  ///
  /// @param largest of a rating; larger moduli are cut to it
  public static NodeRows ratings(RatingMatrix rows, double largest) {
    double[] values = new double[entries(rows.pattern())];
    for (int n = 0; n < values.length; n++) {
      float value = rows.value(n);
      values[n] = Float.isNaN(value) ? largest : Math.clamp(value, -largest, largest);
    }
    return new NodeRows(rows.pattern(), values);
  }

  /// 1 for each interaction.
  public static NodeRows interactions(InteractionMatrix rows) {
    double[] values = new double[entries(rows)];
    Arrays.fill(values, 1);
    return new NodeRows(rows, values);
  }

  /// Rows normalised as those of P̃ are: 1 / √(d_u v_j), whose product has eigenvalues of at most 1
  /// with those of everybody.
  ///
  /// @param itemDegrees V of everybody; items of degree 0 count as absent
  public static NodeRows normalised(InteractionMatrix rows, long[] itemDegrees) {
    double[] values = new double[entries(rows)];
    for (int user = 0; user < rows.users(); user++) {
      for (int n = rows.rowStart(user); n < rows.rowEnd(user); n++) {
        long degree = itemDegrees[rows.column(n)];
        values[n] = degree == 0 ? 0 : 1 / Math.sqrt((double) rows.rowLength(user) * degree);
      }
    }
    return new NodeRows(rows, values);
  }

  private static int entries(InteractionMatrix rows) {
    return rows.users() == 0 ? 0 : rows.rowEnd(rows.users() - 1);
  }

  /// Number of rows, s_i.
  public int count() {
    return pattern.users();
  }

  /// Length of a row.
  public int width() {
    return pattern.items();
  }

  /// Which numbers of the rows are stored.
  public InteractionMatrix pattern() {
    return pattern;
  }

  /// The number at a position of [#pattern()].
  public double value(int position) {
    return values[position];
  }

  /// The same rows, of which longer ones are scaled down to a norm.
  ///
  /// @param norm the longest, positive
  public NodeRows clippedTo(double norm) {
    double[] clipped = values.clone();
    for (int user = 0; user < pattern.users(); user++) {
      double scale = clip(user, norm);
      for (int n = pattern.rowStart(user); n < pattern.rowEnd(user); n++) {
        clipped[n] *= scale;
      }
    }
    return new NodeRows(pattern, clipped);
  }

  /// What a row is to be multiplied with so that it is no longer than a norm, at most 1.
  public double clip(int row, double norm) {
    double squares = 0;
    for (int n = pattern.rowStart(row); n < pattern.rowEnd(row); n++) {
      squares += values[n] * values[n];
    }
    return squares == 0 ? 1 : Math.min(1, norm / Math.sqrt(squares));
  }

  /// M_iᵀ(M_i Z), a row at a time, in ascending order: to the same bits on every machine.
  ///
  /// @param basis Z, shape [width × columns]
  public TallMatrix gramTimes(TallMatrix basis) {
    int columns = basis.columns();
    TallMatrix product = TallMatrix.zeros(basis.rows(), columns);
    double[] z = basis.data();
    double[] out = product.data();
    double[] projected = new double[columns];
    for (int user = 0; user < pattern.users(); user++) {
      Arrays.fill(projected, 0);
      for (int n = pattern.rowStart(user); n < pattern.rowEnd(user); n++) {
        int from = pattern.column(n) * columns;
        for (int c = 0; c < columns; c++) {
          projected[c] += values[n] * z[from + c];
        }
      }
      for (int n = pattern.rowStart(user); n < pattern.rowEnd(user); n++) {
        int from = pattern.column(n) * columns;
        for (int c = 0; c < columns; c++) {
          out[from + c] += values[n] * projected[c];
        }
      }
    }
    return product;
  }

  /// M_i v, a number for each row.
  public double[] times(double[] vector) {
    double[] left = new double[pattern.users()];
    for (int user = 0; user < left.length; user++) {
      for (int n = pattern.rowStart(user); n < pattern.rowEnd(user); n++) {
        left[user] += values[n] * vector[pattern.column(n)];
      }
    }
    return left;
  }

  /// M_iᵀ q, in ascending order of rows: to the same bits on every machine.
  public double[] transposedTimes(double[] left) {
    double[] product = new double[pattern.items()];
    for (int user = 0; user < left.length; user++) {
      for (int n = pattern.rowStart(user); n < pattern.rowEnd(user); n++) {
        product[pattern.column(n)] += values[n] * left[user];
      }
    }
    return product;
  }
}
