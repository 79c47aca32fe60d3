package io.privirec.lab.attack;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.federation.Algorithm;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.GaussianPrivacy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Was the target there? The attacker knows everybody else's part of the sums, the target's part x,
/// and the noise of colluders, and takes all that off but x: what is left is noise, or noise and x.
/// The likelihood ratio of Gaussian noise grows with Σ ⟨rest, x⟩ / σ² over all sums; noise here is
/// sums of discrete Gaussians, which are that to a part in 10^8 and less.
final class LikelihoodRatio {
  private final List<Part> parts = new ArrayList<>();
  private final boolean exact;

  /// @param values elements of x that are not 0. Elsewhere is nothing but noise, independent of
  ///   this
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(long[] values, DistributedDiscreteGaussian mechanism) {
    double variance(int shares) {
      double deviation = mechanism.deviation(shares);
      return deviation * deviation;
    }

    double squaredNorm() {
      return Arrays.stream(values).mapToDouble(x -> (double) x * x).sum();
    }
  }

  /// @param algorithm with noise, of which nothing is looked at but that if the sums are exact
  /// @param target x of each sum
  /// @param exact whether sums are opened without noise
  LikelihoodRatio(Algorithm algorithm, int participants, List<long[]> target, boolean exact) {
    this.exact = exact;
    for (RoundSpec round : algorithm.specs()) {
      parts.add(
          new Part(
              Arrays.stream(target.get(round.index())).filter(x -> x != 0).toArray(),
              NoisySum.mechanism(round, participants)));
    }
  }

  /// How many standard deviations of what the attacker sees lie between present and absent.
  ///
  /// @param shares of noise that the attacker does not know
  double distance(int shares) {
    return Math.sqrt(
        parts.stream().mapToDouble(part -> part.squaredNorm() / part.variance(shares)).sum());
  }

  /// The least ε of Gaussian noise like this, which no attack on this target can prove more than.
  double limit(double delta) {
    return new GaussianPrivacy(distance(honest())).epsilon(delta);
  }

  private int honest() {
    return parts.getFirst().mechanism().shares().honest();
  }

  /// The statistic of opened sums, in standard deviations.
  ///
  /// @param rest sums without what the attacker knows
  /// @param target x of each sum
  /// @param shares of noise in them
  double of(List<long[]> rest, List<long[]> target, int shares) {
    double statistic = 0;
    for (int r = 0; r < rest.size(); r++) {
      long[] x = target.get(r);
      long[] z = rest.get(r);
      double product = IntStream.range(0, x.length).mapToDouble(i -> (double) x[i] * z[i]).sum();
      statistic += product / parts.get(r).variance(shares);
    }
    return statistic / distance(shares);
  }

  /// The statistic of sums whose noise is drawn here: that of each honest participant, from the
  /// sampler that participants draw from. No keys and no masks, which cancel.
  ///
  /// @param random of the noise
  double[] simulate(boolean present, int trials, KeyStream random) {
    int honest = exact ? 0 : honest();
    double[] statistics = new double[trials];
    for (Part part : parts) {
      var sampler = part.mechanism().sampler(random::nextBytes);
      long[] noise = new long[part.values().length];
      for (int trial = 0; trial < trials; trial++) {
        double product = present ? part.squaredNorm() : 0;
        for (int share = 0; share < honest; share++) {
          sampler.fill(noise);
          for (int i = 0; i < noise.length; i++) {
            product += (double) part.values()[i] * noise[i];
          }
        }
        statistics[trial] += product / part.variance(honest());
      }
    }
    return statistics;
  }
}
