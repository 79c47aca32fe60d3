package io.privirec.lab.evaluation;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.safetensors.SafetensorsReader;
import io.privirec.filter.safetensors.TensorType;
import java.io.IOException;
import java.nio.file.Path;

/// How far an item Gram matrix that came out of secure sums is from the one computed from all data
/// in one place, here row by row in double precision. Differences are those of the sums: where α is
/// not ½ they are taken before the sum is multiplied by (v_i v_j)^(α − ½).
///
/// @param entries of both matrices together that are not 0, upper half
/// @param largestDifference of two entries
/// @param bound of what rounding to fixed point can make of it: half a unit of each participant
/// @param beyond entries that differ by more than that and the rounding of float32 numbers explain
public record GramComparison(long entries, double largestDifference, double bound, long beyond) {
  /// Contributions have 30 bits behind the point (docs/protocol.md).
  private static final double HALF_UNIT = 0x1p-31;

  /// Contributions, sums and the scaled sums of the file are float32: three roundings, each 2⁻²⁴ of
  /// a number.
  private static final double FLOAT_ROUNDING = 3 * 0x1p-24;

  /// Compares.
  ///
  /// @param file of a release
  /// @param train of everybody
  /// @param alpha of the matrix
  /// @param participants that each rounded their part
  public static GramComparison of(
      Path file, InteractionMatrix train, double alpha, int participants) throws IOException {
    Rows released = Rows.read(file);
    if (released.offsets.length != train.items() + 1) {
      throw new IOException(
          "the release has %d items, the data %d"
              .formatted(released.offsets.length - 1, train.items()));
    }
    Tally tally = new Tally(participants * HALF_UNIT);
    CentralRows central = new CentralRows(train, alpha);
    for (int row = 0; row < train.items(); row++) {
      double[] sums = central.row(row);
      for (int e = released.offsets[row]; e < released.offsets[row + 1]; e++) {
        int column = released.columns[e];
        tally.entry(released.values[e] / central.factor(row, column), sums[column]);
        sums[column] = 0;
      }
      for (int column = row; column < sums.length; column++) {
        if (sums[column] != 0) {
          tally.entry(0, sums[column]);
          sums[column] = 0;
        }
      }
    }
    return new GramComparison(tally.entries, tally.largest, tally.bound, tally.beyond);
  }

  /// Whether rounding explains every difference.
  public boolean explained() {
    return beyond == 0;
  }

  /// The upper half in compressed rows.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Rows(int[] offsets, int[] columns, float[] values) {
    static Rows read(Path file) throws IOException {
      try (SafetensorsReader reader = SafetensorsReader.open(file)) {
        long entries = reader.spec("columns", TensorType.I32, -1).shape().getFirst();
        return new Rows(
            reader.i32("row_offsets", -1),
            reader.i32("columns", entries),
            reader.f32("values", entries));
      }
    }
  }

  /// (v_i v_j)^-½ Σ_u d_u^(−2α), from the definition.
  private static final class CentralRows {
    private final InteractionMatrix byUser;
    private final InteractionMatrix byItem;
    private final double alpha;
    private final double[] sums;

    CentralRows(InteractionMatrix train, double alpha) {
      this.byUser = train;
      this.byItem = train.transpose();
      this.alpha = alpha;
      this.sums = new double[train.items()];
    }

    /// Of columns from the row's own on. To be left all 0.
    double[] row(int row) {
      for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
        int user = byItem.column(n);
        double weight = Math.pow(byUser.rowLength(user), -2 * alpha);
        for (int p = byUser.rowEnd(user) - 1; p >= byUser.rowStart(user); p--) {
          int column = byUser.column(p);
          if (column < row) {
            break;
          }
          sums[column] += weight / Math.sqrt(degrees(row, column));
        }
      }
      return sums;
    }

    /// What the sum was multiplied by.
    double factor(int row, int column) {
      return alpha == .5 ? 1 : Math.pow(degrees(row, column), alpha - .5);
    }

    private double degrees(int row, int column) {
      return (double) byItem.rowLength(row) * byItem.rowLength(column);
    }
  }

  private static final class Tally {
    private final double bound;
    private long entries;
    private double largest;
    private long beyond;

    Tally(double bound) {
      this.bound = bound;
    }

    void entry(double one, double other) {
      double difference = Math.abs(one - other);
      entries++;
      largest = Math.max(largest, difference);
      if (!(difference <= bound + FLOAT_ROUNDING * Math.max(one, other))) {
        beyond++;
      }
    }
  }
}
