package io.privirec.federation.als;

import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.factor.RatingTotals;
import io.privirec.filter.matrix.RatingMatrix;

/// The parameters of a session that each sum of [Als] depends on.
///
/// Every sum is divided by the numbers of raters in the first sum. The bound of a sum is therefore
/// the same for any number of users. ‖u‖ has a bound for any broadcast vectors of items
/// ([LeastSquares#userBound]). The room of the ring follows from it.
///
/// @param items m, length of the catalogue, ≥ 1
/// @param objective with a ridge by the totals its λ is the least that can be, for the bounds
/// @param ridgeByTotals whether λ follows from the first sum, [LeastSquares.Implicit#withRidgeOf]
/// @param minSupport items of fewer raters get no vector and leave the session after the first sum
/// @param seed public seed of the first items' vectors
public record AlsTerms(
    int items, LeastSquares objective, boolean ridgeByTotals, int minSupport, long seed) {
  public static final int MAX_RANK = 256;

  /// With fewer raters, the equations of an item nearly describe a single person.
  public static final int LEAST_SUPPORT = 2;

  /// Bits of a ring of 32 for the largest sum. The other two are for the sign and for rounding.
  private static final int SUM_BITS = 30;

  /// Unseen pairs weigh λ₀ times all users: what rounding adds is multiplied by their number, and
  /// must stay far below λ.
  private static final int WIDE_SCALE_BITS = 40;

  /// Least width of the range of ratings, because sums are rounded to units of about 2⁻²⁴.
  private static final double LEAST_WIDTH = 1e-3;

  private static final double MOST_RATING = 1e6;

  public AlsTerms {
    require(items >= 1, "items must be at least 1. Provided value: " + items);
    require(
        minSupport >= LEAST_SUPPORT,
        "minSupport must be at least " + LEAST_SUPPORT + ". Provided value: " + minSupport);
    require(
        objective.rank() <= Math.min(items, MAX_RANK),
        "rank must be in [1, %s]. Provided value: %s"
            .formatted(Math.min(items, MAX_RANK), objective.rank()));
    require(
        !(objective instanceof LeastSquares.Explicit(int _, double _, double low, double high))
            || (high - low >= LEAST_WIDTH
                && Math.abs(low) <= MOST_RATING
                && Math.abs(high) <= MOST_RATING),
        "lowest and highest must be in [-1e6, 1e6], and highest above lowest by 0.001 or more");
    require(
        !ridgeByTotals
            || (objective instanceof LeastSquares.Implicit
                && objective.lambda() == LeastSquares.Implicit.LEAST_RIDGE),
        "only the ridge of interactions follows from totals");
    require(
        scaleBits(objective, items) >= LEAST_SCALE_BITS,
        "lambda is so small that sums do not fit their ring. Provided value: "
            + objective.lambda());
  }

  /// The objective for data of these totals, the same at the coordinator and at every participant.
  public LeastSquares objective(RatingTotals totals) {
    return ridgeByTotals && objective instanceof LeastSquares.Implicit implicit
        ? implicit.withRidgeOf(totals.raters(), totals.users(), minSupport)
        : objective;
  }

  /// The totals of some data, as far as the objective reads it.
  public RatingTotals totals(RatingMatrix data) {
    return RatingTotals.of(objective, data);
  }

  /// With fewer, what rounding adds over 1,000 participants comes near λ.
  private static final int LEAST_SCALE_BITS = 20;

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /// Bound of each number of a sum, which is a mean of products. The factors are two coordinates of
  /// a user's vector, or a coordinate and a target.
  double sumBound() {
    return sumBound(objective, items);
  }

  private static double sumBound(LeastSquares objective, int items) {
    double user = AlternatingLeastSquares.coordinateBound(objective, items);
    return user * Math.max(user, objective.targetBound());
  }

  /// Whether unseen pairs count.
  boolean isWide() {
    return isWide(objective);
  }

  private static boolean isWide(LeastSquares objective) {
    return objective.unseenWeight() > 0;
  }

  int scaleBits() {
    return scaleBits(objective, items);
  }

  private static int scaleBits(LeastSquares objective, int items) {
    if (isWide(objective)) {
      return Math.min(
          WIDE_SCALE_BITS, 60 - Math.max(0, Math.getExponent(sumBound(objective, items)) + 1));
    }
    return SUM_BITS - Math.max(0, Math.getExponent(sumBound(objective, items)) + 1);
  }
}
