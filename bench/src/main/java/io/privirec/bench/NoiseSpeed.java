package io.privirec.bench;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.sampling.DiscreteGaussianSampler;
import io.privirec.privacy.sampling.IntegerSampler;
import io.privirec.privacy.sampling.RandomBytes;
import io.privirec.privacy.sampling.SkellamSampler;
import io.privirec.privacy.sampling.Variance;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Integer noise on one core: values per second of processor time, random bytes included.
final class NoiseSpeed {
  /// A block of a contribution.
  private static final int BLOCK = 1 << 16;

  private static final int BLOCKS = 15;

  private NoiseSpeed() {}

  static List<Result> measure() throws Exception {
    List<Result> results = new ArrayList<>();
    for (int bits : new int[] {2, 10, 20}) {
      long sigma = bits == 10 ? 1_000 : 1L << bits;
      IntegerSampler sampler = new DiscreteGaussianSampler(Variance.of(sigma * sigma), keystream());
      Result result =
          Result.of(
              String.format(Locale.ROOT, "discrete Gaussian, σ = %,d, bytes of AES-CTR", sigma),
              millionsPerSecond(sampler),
              "M/s");
      results.add(sigma == 1_000 ? result.atLeast(.5) : result);
    }
    Variance variance = Variance.of(1_000_000);
    SecureRandom random = new SecureRandom();
    results.add(
        Result.of(
            "discrete Gaussian, σ = 1,000, bytes of SecureRandom",
            millionsPerSecond(new DiscreteGaussianSampler(variance, random::nextBytes)),
            "M/s"));
    results.add(
        Result.of(
            "Skellam, σ = 1,000, bytes of AES-CTR",
            millionsPerSecond(new SkellamSampler(variance, keystream())),
            "M/s"));
    return results;
  }

  /// What a participant computes for its share of the noise of a closed round, at ε = 1: seed to
  /// stream, integers, and adding them.
  static double shareMillis(int participants, int elements) throws Exception {
    DistributedDiscreteGaussian mechanism = NoiseMemory.mechanism(participants, elements);
    RingVector values = RingVector.zero(new Ring(64), elements);
    return CpuTime.medianMillisOf(
        BLOCKS,
        () ->
            new NoiseShare(mechanism, NoiseSeed.random(new SecureRandom()))
                .over((offset, out) -> {})
                .fill(0, values));
  }

  private static double millionsPerSecond(IntegerSampler sampler) throws Exception {
    long[] values = new long[BLOCK];
    CpuTime.medianMillisOf(BLOCKS, () -> sampler.fill(values));
    return BLOCK / 1e3 / CpuTime.medianMillisOf(BLOCKS, () -> sampler.fill(values));
  }

  /// What a participant draws from: the expansion of a secret seed.
  private static RandomBytes keystream() {
    return new KeyStream(SecretBytes.random(KeyStream.KEY_BYTES, new SecureRandom()))::nextBytes;
  }
}
