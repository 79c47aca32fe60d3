package io.privirec.federation.fedpower;

import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.factors.FedPowerTerms;
import io.privirec.federation.factors.NormalisedUsers;
import io.privirec.federation.factors.OuterProducts;
import io.privirec.federation.factors.ProductShare;
import io.privirec.federation.factors.Rows;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.LocalPower;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The message of a participant of [PrivateFedPower]: its product after p local steps, clipped and
/// in whole numbers.
///
/// With p = 1 a sum is one of users' outer products, each of norm B² at most, and that is what a
/// user changes it by. With p > 1 a user changes a participant's whole product in a way that
/// nothing bounds: so the product is scaled down to a Frobenius norm of C, and a user changes it by
/// 2 C. That is far more, unless there are hundreds of participants (docs/algorithms.md).
///
/// @param rows whose singular vectors are sought
/// @param clip B²: of normalised rows in units of what a squared norm is on average, by the counts;
///   of others in squares of the largest number
/// @param localSteps p, at least 1
/// @param productClip C where p > 1
record ClippedRows(Rows rows, double clip, int localSteps, double productClip)
    implements ProductShare {
  /// A broadcast is of floats. No bound rests on it.
  private static final double ORTHONORMAL_WITHIN = 0x1p-12;

  private static final long MATRICES = 6;

  ClippedRows {
    NormalisedUsers.requireClip("clip", clip);
    NormalisedUsers.requireClip("productClip", productClip);
    if (localSteps < 1 || localSteps > FedPowerTerms.MAX_LOCAL_STEPS) {
      throw new IllegalArgumentException(
          "localSteps must be in [1, %s]. Provided value: %s"
              .formatted(FedPowerTerms.MAX_LOCAL_STEPS, localSteps));
    }
  }

  /// Whether a participant's product is clipped, and not each user's part of it.
  private boolean isWhole(Product product) {
    return localSteps > 1 && product == Product.WITH_BASIS;
  }

  @Override
  public double unit(Product product, long[] counts) {
    return isWhole(product) ? productClip : squaredNorm(counts);
  }

  /// B².
  private double squaredNorm(long[] counts) {
    return switch (rows) {
      case Rows.Normalised _ -> new NormalisedUsers(clip).unit(Product.PROJECTED, counts);
      case Rows.Interactions _ -> clip;
      case Rows.Ratings(double largest) -> clip * largest * largest;
    };
  }

  @Override
  public double sensitivity(Product product) {
    return (isWhole(product) ? 2 : 1) * OuterProducts.LARGEST_NORM;
  }

  @Override
  public Contribution of(Product product, RatingMatrix users, long[] counts, DenseMatrix basis) {
    NodeRows own = rows.of(users, counts);
    return isWhole(product)
        ? clipped(
            new LocalPower(own.clippedTo(Math.sqrt(squaredNorm(counts))), localSteps)
                .from(orthonormal(basis)))
        : OuterProducts.of(own, squaredNorm(counts), basis, product == Product.PROJECTED);
  }

  /// Local steps begin with a basis, or with nothing that has a meaning.
  private static TallMatrix orthonormal(DenseMatrix basis) {
    TallMatrix broadcast = TallMatrix.of(basis);
    if (!broadcast.isOrthonormal(ORTHONORMAL_WITHIN)) {
      throw new ContributionRefusedException(
          "the columns of the broadcast basis are not orthonormal");
    }
    return broadcast;
  }

  /// Rounded towards 0, so that the norm of the integers is no larger than that of the numbers.
  private Contribution clipped(TallMatrix product) {
    double[] values = product.data();
    double norm = Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    double scale = OuterProducts.SCALE / Math.max(norm, productClip);
    long[] integers = new long[values.length];
    double squares = 0;
    for (int n = 0; n < values.length; n++) {
      integers[n] = (long) (values[n] * scale);
      squares += (double) integers[n] * integers[n];
    }
    if (!(squares <= OuterProducts.LARGEST_NORM * OuterProducts.LARGEST_NORM)) {
      Arrays.fill(integers, 0);
    }
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setSigned(i, integers[Math.toIntExact(offset + i)]);
      }
    };
  }

  /// The last sum is of users' outer products, as with one step. Of a local step: the basis in
  /// doubles, its product, what they are orthonormalised and turned in, and integers.
  @Override
  public long workingSetBytes(int items, int columns) {
    long ofSteps = localSteps == 1 ? 0 : MATRICES * Double.BYTES * items * columns;
    return Math.max(OuterProducts.workingSetBytes(columns), ofSteps);
  }

  @Override
  public long[] foldedWith(long[] counts) {
    return rows.foldedWith(counts);
  }

  @Override
  public List<Object> lines() {
    List<Object> lines = new ArrayList<>(rows.lines());
    lines.add(Double.doubleToRawLongBits(clip));
    lines.add(localSteps);
    lines.add(Double.doubleToRawLongBits(productClip));
    return lines;
  }
}
