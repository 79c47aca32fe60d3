package io.privirec.federation.dpals;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.federation.Contribution;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.SumBlocks;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.federation.noise.UserNorm;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.UserMeans;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;

/// The mean over users of their mean ratings, with noise, for the form that is centred by it: two
/// numbers, the sum of the means and how many there are. A user changes each by 1 at most.
///
/// @param rho this round's part of the budget
record MeanRound(BoundedAls.Ratings range, SettledPrivacy privacy, double rho) {
  static final int INDEX = 1;

  private static final int SCALE_BITS = 16;
  private static final double LARGEST = RoundInput.MAX_USERS + 0x1p16;

  RoundSpec spec() {
    VectorSpec vector =
        VectorSpec.of(
            "user-means", 2, new Ring(64), SCALE_BITS, new Capacity.PerParticipant(LARGEST));
    double one = Math.scalb(1.0, SCALE_BITS);
    // A user's mean is rounded with its own sign to at most 1.
    return privacy.round(
        INDEX, vector, 0, new IntegerSensitivity(Math.sqrt(2) * one, 2 * one), rho);
  }

  Contribution contribution(RatingMatrix data) {
    UserNorm norm = UserNorm.of(spec());
    long sum = 0;
    long users = 0;
    for (int user = 0; user < data.pattern().users(); user++) {
      double mean = UserMeans.ofUser(range, data, user);
      if (!Double.isNaN(mean)) {
        long own = (long) Math.rint(Math.scalb(range.fromMiddle(mean), SCALE_BITS));
        norm.require((double) own * own + Math.scalb(1.0, 2 * SCALE_BITS));
        sum += own;
        users += 1L << SCALE_BITS;
      }
    }
    long[] values = {sum, users};
    return (offset, out) -> {
      for (int i = 0; i < out.length(); i++) {
        out.setReduced(i, values[Math.toIntExact(offset + i)]);
      }
    };
  }

  /// The mean of all; within the range, whatever the noise is.
  double read(Aggregate sum) throws IOException {
    double[] values = new double[2];
    SumBlocks.forEach(
        spec(),
        sum,
        (offset, block) -> {
          for (int i = 0; i < block.length(); i++) {
            values[Math.toIntExact(offset + i)] =
                Math.scalb((double) block.getSigned(i), -SCALE_BITS);
          }
        });
    return new UserMeans(range, values[0], values[1]).mean();
  }
}
