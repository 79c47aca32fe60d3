package io.privirec.federation.privirec;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.noise.SampledItems;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.federation.noise.UserNorm;
import io.privirec.filter.graph.UpperTriangle;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.Popularity;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// G = Σ_u r_uᵀ r_u / √(d_u (d_u − 1)) over the M most popular items, with noise: its strict upper
/// triangle, row by row. r_u has at most p of a user's items among those M, chosen at random where
/// there are more, and d_u is how many. A larger p costs nothing, since what a user changes does
/// not grow with d. The diagonal is left out, because nobody is recommended what they have.
///
/// **What a user changes.** All pairs of a user with d items get the same whole number, ⌊2^s / √(d
/// (d − 1))⌋. So the user's integers have squared norm d (d − 1) / 2 · ⌊2^s / √(d (d − 1))⌋² ≤ 2^2s
/// / 2, the same for each d but for rounding. Rounding down adds nothing to it, for every element.
/// The sensitivity is the largest of these integers' norms over d ≤ min(p, M), not a real bound.
/// Which items are the M most popular follows from noisy counts that everybody was told; the bound
/// holds for any M items, also for those of a coordinator that lies.
///
/// **Which items.** Those with a count above 0 in the broadcast, at most `popular` of them. So the
/// noisy counts can choose fewer: then their triangle comes first, and what follows is noise alone.
///
/// @param items m
/// @param popular M, in [2, m]
/// @param profile p, at least 2
/// @param rho this round's part of the budget
record NoisyGramRound(int items, int popular, int profile, SettledPrivacy privacy, double rho) {
  static final int INDEX = 1;

  /// s. A user of 100 items loses less than half a percent to rounding, and a user of 1,000 items 2
  /// %. A ring of 32 bits holds 65,536 for a pair, that of 92,000 users without any other item.
  /// What is more wraps: an error of the result, and none of privacy.
  private static final int SCALE_BITS = 14;

  static final int MAX_PROFILE = 65_535;

  NoisyGramRound {
    PriviRecK.require(
        popular >= 2 && popular <= items,
        "popular items must be in [2, %s]. Provided value: %s".formatted(items, popular));
    PriviRecK.require(
        profile >= 2 && profile <= MAX_PROFILE,
        "profile must be in [2, %s]. Provided value: %s".formatted(MAX_PROFILE, profile));
  }

  /// Of one unit of G.
  double scale() {
    return Math.scalb(1.0, SCALE_BITS);
  }

  /// Standard deviation of the noise in an entry of G.
  double deviation(Aggregate sum) {
    return spec().noise().orElseThrow().deviation(sum) / scale();
  }

  RoundSpec spec() {
    Ring ring = new Ring(32);
    VectorSpec vector =
        VectorSpec.of(
            "item-gram",
            triangle(popular),
            ring,
            SCALE_BITS,
            new Capacity.EverySubsetSum(sumBound(ring)));
    return privacy.round(INDEX, vector, (long) Long.BYTES * items, sensitivity(), rho);
  }

  /// Half of what the ring holds.
  private double sumBound(Ring ring) {
    return Math.scalb(1.0, ring.bits() - 2 - SCALE_BITS);
  }

  private long value(int degree) {
    return (long) (Math.scalb(1.0, SCALE_BITS) / Math.sqrt((double) degree * (degree - 1)));
  }

  IntegerSensitivity sensitivity() {
    long squared = 0;
    long absolute = 0;
    for (int d = 2; d <= Math.min(profile, popular); d++) {
      squared = Math.max(squared, squares(d));
      absolute = Math.max(absolute, pairs(d) * value(d));
    }
    return new IntegerSensitivity(Math.sqrt((double) squared), absolute);
  }

  private static long pairs(int degree) {
    return (long) degree * (degree - 1) / 2;
  }

  /// Of the integers of a user with so many items.
  private long squares(int degree) {
    return degree < 2 ? 0 : pairs(degree) * value(degree) * value(degree);
  }

  /// The most popular items by the counts of a broadcast, most popular first: at most M, those with
  /// a count.
  int[] chosen(long[] counts) {
    return Popularity.of(counts).among(popular, item -> counts[item] > 0);
  }

  /// @param counts noisy, of everybody
  Contribution contribution(InteractionMatrix data, long[] counts, KeyStream choices) {
    return summed(SampledItems.of(data.items(chosen(counts)), profile, choices));
  }

  /// Returns the bytes that a participant holds for one row of sums, and for the order of the items
  /// by their counts.
  long contributorBytes() {
    return (long) Long.BYTES * popular + (long) Integer.BYTES * items;
  }

  /// Sums users who have been clipped.
  ///
  /// @throws io.privirec.federation.UnclippedUserException if a user has not
  Contribution summed(InteractionMatrix byUser) {
    UserNorm norm = UserNorm.of(spec());
    for (int user = 0; user < byUser.users(); user++) {
      norm.require((double) squares(byUser.rowLength(user)));
    }
    InteractionMatrix byItem = byUser.transpose();
    return (offset, out) -> fill(byUser, byItem, offset, out);
  }

  private static long triangle(int items) {
    return (long) items * (items - 1) / 2;
  }

  private void fill(
      InteractionMatrix byUser, InteractionMatrix byItem, long offset, RingVector out) {
    int chosen = byUser.items();
    int at = 0;
    if (offset < triangle(chosen)) {
      // Without the diagonal, row i begins with column i + 1.
      UpperTriangle triangle = new UpperTriangle(chosen - 1);
      long[] sums = new long[chosen];
      int row = triangle.row(offset);
      int from = row + 1 + Math.toIntExact(offset - triangle.start(row));
      for (; at < out.length() && row < chosen - 1; row++, from = row + 1) {
        addRow(byUser, byItem, row, sums);
        for (int other = from; other < chosen && at < out.length(); other++) {
          out.setReduced(at++, sums[other]);
        }
        Arrays.fill(sums, row, chosen, 0);
      }
    }
    while (at < out.length()) {
      out.setReduced(at++, 0);
    }
  }

  private void addRow(InteractionMatrix byUser, InteractionMatrix byItem, int row, long[] sums) {
    for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
      int user = byItem.column(n);
      int own = byUser.rowLength(user);
      long value = own < 2 ? 0 : value(own);
      for (int p = byUser.rowEnd(user) - 1; byUser.column(p) > row; p--) {
        sums[byUser.column(p)] += value;
      }
    }
  }

  /// G; empty when an entry is larger than any that the round is made for.
  Optional<float[]> read(Aggregate sum) throws IOException {
    RoundSpec round = spec();
    double bound = sumBound(round.vector().ring());
    float[] upper = new float[Math.toIntExact(sum.length())];
    boolean[] inRange = {true};
    SumBlocks.forEach(
        round,
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            double entry = block.getSigned(i) / scale();
            inRange[0] &= Math.abs(entry) <= bound;
            upper[Math.toIntExact(offset + i)] = (float) entry;
          }
        });
    return inRange[0] ? Optional.of(upper) : Optional.empty();
  }
}
