package io.privirec.federation.factors;

import io.privirec.federation.Contribution;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import java.util.Arrays;
import java.util.List;

/// Rows of R̃, clipped to ‖R̃_u‖² ≤ c. What one user changes is at most c in any sum, whatever k
/// is, and c is the unit of what is sent: so c may follow from noisy counts, and the sensitivity
/// from nothing.
///
/// @param clip c in units of M / Σv over the M items, which is what ‖R̃_u‖² is on average
public record NormalisedUsers(double clip) implements ProductShare {
  private static final double LEAST_CLIP = 0x1p-40;
  private static final double MOST_CLIP = 0x1p40;

  public NormalisedUsers {
    requireClip("clip", clip);
  }

  /// Checks that clipped numbers stay far from the smallest and the largest doubles.
  ///
  /// @throws IllegalArgumentException if they do not
  public static void requireClip(String name, double clip) {
    PriviRecK.require(
        clip >= LEAST_CLIP && clip <= MOST_CLIP,
        "%s must be in [%s, %s]. Provided value: %s".formatted(name, LEAST_CLIP, MOST_CLIP, clip));
  }

  @Override
  public double unit(Product product, long[] counts) {
    return clip * counts.length / Arrays.stream(counts).asDoubleStream().sum();
  }

  @Override
  public double sensitivity(Product product) {
    return OuterProducts.LARGEST_NORM;
  }

  @Override
  public Contribution of(Product product, RatingMatrix users, long[] counts, DenseMatrix basis) {
    return OuterProducts.of(
        NodeRows.normalised(users.pattern(), counts),
        unit(product, counts),
        basis,
        product == Product.PROJECTED);
  }

  @Override
  public long workingSetBytes(int items, int columns) {
    return OuterProducts.workingSetBytes(columns);
  }

  @Override
  public long[] foldedWith(long[] counts) {
    return counts;
  }

  @Override
  public List<Object> lines() {
    return List.of(Double.doubleToRawLongBits(clip));
  }
}
