package io.privirec.federation.fedpower;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.federation.SessionSecret;
import java.security.SecureRandom;

/// The noise of one node in one synchronisation: the same whenever it is asked for, since it is
/// added in one round and taken off in another.
final class NodeNoise {
  private static final String PURPOSE = "fedpower-utility/noise";

  private NodeNoise() {}

  /// Weighted and in fixed point, shape [items · width].
  ///
  /// @param sync from 1
  /// @param users of the node, s_i
  /// @param everybody users of all nodes, s
  static long[] of(
      UtilityTerms algorithm, SessionSecret secret, int sync, int users, long everybody) {
    SecureRandom random = new KeyStreamRandom(secret.stream(PURPOSE, sync, Digest.of()));
    double unit = Math.scalb(1.0, algorithm.scaleBits());
    double weight = algorithm.sigma() * Math.min(1, users / (double) Math.max(1, everybody));
    double most = algorithm.largestNoise();
    long[] noise = new long[algorithm.length()];
    for (int n = 0; n < noise.length; n++) {
      double drawn = weight * random.nextGaussian();
      noise[n] =
          Math.clamp(
              (long) Math.rint(Math.clamp(drawn, -most, most) * unit),
              -UtilityTerms.LARGEST_NUMBER,
              UtilityTerms.LARGEST_NUMBER);
    }
    return noise;
  }
}
