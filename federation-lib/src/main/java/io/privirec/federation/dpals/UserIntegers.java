package io.privirec.federation.dpals;

import io.privirec.federation.UnclippedUserException;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.BoundedEquations;
import io.privirec.filter.factor.BoundedUsers;
import io.privirec.filter.factor.FrequentItems;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.privacy.encoding.IntegerClipping;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// What the users of one participant add to the equations of items' vectors, in integers.
///
/// Of each user three things are rounded, and cut on integers: its vector û to the norm 2^16, its
/// weights ŵ to the norm ⌊√k 2^14⌋, and its targets t̂ to 2^16. What it adds to an item is ŵ (û
/// ûᵀ), ŵ t̂ û, both divided by powers of two and rounded towards zero. So the integers of one user
/// are never larger than the exact products, whose norm is the product of those three bounds:
/// [Scales] has it. It holds whatever vectors and counts were broadcast.
///
/// Integers add up to the same sum in whatever order: the parts of many participants are those of
/// one that has all their users. Immutable; safe for use by several threads.
final class UserIntegers {
  private final Scales scales;
  private final FrequentItems items;
  private final int rank;
  private final int[] vectors;

  /// Users of each item, and what is theirs at the same position.
  private final InteractionMatrix raters;

  private final int[] weights;
  private final int[] targets;
  private final long[] head;

  private UserIntegers(
      Scales scales,
      int headLength,
      FrequentItems items,
      int rank,
      int[] vectors,
      InteractionMatrix raters,
      int[] weights,
      int[] targets) {
    this.scales = scales;
    this.items = items;
    this.rank = rank;
    this.vectors = vectors;
    this.raters = raters;
    this.weights = weights;
    this.targets = targets;
    this.head = new long[headLength];
    for (int from = 0; head.length > 0 && from < vectors.length; from += rank) {
      addSquare(Scales.ONE_WEIGHT, from, head);
    }
  }

  /// @param headLength numbers before the first item's row
  /// @param draw a number below the one given; asked only where chance decides
  static UserIntegers of(
      BoundedAls als, Scales scales, int headLength, BoundedUsers users, IntUnaryOperator draw) {
    InteractionMatrix pattern = users.pattern();
    int rank = als.rank();
    int[] vectors = new int[pattern.users() * rank];
    int[] weightOf = new int[pattern.interactions()];
    int[] targetOf = new int[pattern.interactions()];
    int[] next = new int[pattern.items()];
    InteractionMatrix raters = pattern.transpose();
    for (int user = 0; user < pattern.users(); user++) {
      int[] vector = vector(users, user);
      requireClipped("vector", vector, 1L << Scales.USER_BITS);
      System.arraycopy(vector, 0, vectors, user * rank, rank);
      int[] own = pattern.row(user);
      double[] real = als.weights().of(users.items(), als.perUser(), own, draw);
      int[] weights = cut(real, Scales.WEIGHT_BITS, scales.weightBound());
      requireClipped("weights", weights, scales.weightBound());
      for (int j = 0; j < own.length; j++) {
        int at = raters.rowStart(own[j]) + next[own[j]]++;
        double target = users.target(pattern.rowStart(user) + j);
        boolean counts = !Double.isNaN(target);
        weightOf[at] = counts ? weights[j] : 0;
        targetOf[at] = counts ? (int) Math.rint(Math.scalb(target, Scales.TARGET_BITS)) : 0;
        requireClipped("target", new int[] {targetOf[at]}, 1L << Scales.TARGET_BITS);
      }
    }
    return new UserIntegers(
        scales, headLength, users.items(), rank, vectors, raters, weightOf, targetOf);
  }

  private static int[] vector(BoundedUsers users, int user) {
    double[] real = new double[users.rank()];
    Arrays.setAll(real, n -> users.coordinate(user, n));
    return cut(real, Scales.USER_BITS, 1L << Scales.USER_BITS);
  }

  /// Checks the integers that a user's part of the sum is computed from. The norm of that part is
  /// at most the product of their bounds, which [Scales#sensitivity] is.
  ///
  /// @throws UnclippedUserException if their norm exceeds the bound
  static void requireClipped(String what, int[] integers, long bound) {
    double squares = 0;
    for (int each : integers) {
      squares += (double) each * each;
    }
    if (!(squares <= (double) bound * bound)) {
      throw new UnclippedUserException("of item equations, " + what);
    }
  }

  /// Rounds towards zero, and scales down what is still beyond the bound.
  private static int[] cut(double[] real, int bits, long bound) {
    long[] whole = new long[real.length];
    // Of a double that is not finite or too large, a cast makes 0 or the nearest integer.
    Arrays.setAll(whole, n -> (int) Math.scalb(real[n], bits));
    IntegerClipping.clip(whole, bound);
    return Arrays.stream(whole).mapToInt(Math::toIntExact).toArray();
  }

  /// Numbers before the first item's row: Σ û ûᵀ over all users, or none.
  long[] head() {
    return head.clone();
  }

  /// The row of a frequent item: the triangle of Σ ŵ û ûᵀ, then Σ ŵ t̂ û.
  ///
  /// @param row overwritten
  void row(int place, long[] row) {
    Arrays.fill(row, 0);
    int item = items.item(place);
    int triangle = BoundedEquations.triangle(rank);
    for (int p = raters.rowStart(item); p < raters.rowEnd(item); p++) {
      if (weights[p] > 0) {
        int from = raters.column(p) * rank;
        addSquare(weights[p], from, row);
        long weighted = (long) weights[p] * targets[p];
        for (int n = 0; n < rank; n++) {
          row[triangle + n] += weighted * vectors[from + n] / Scales.RIGHT_DIVISOR;
        }
      }
    }
  }

  private void addSquare(int weight, int from, long[] sums) {
    for (int i = 0, at = 0; i < rank; i++) {
      long weighted = (long) weight * scales.offDiagonal() * vectors[from + i];
      for (int j = 0; j < i; j++) {
        sums[at++] += weighted * vectors[from + j] / Scales.SQUARE_DIVISOR;
      }
      sums[at++] +=
          (long) weight
              * scales.diagonal()
              * vectors[from + i]
              * vectors[from + i]
              / Scales.SQUARE_DIVISOR;
    }
  }
}
