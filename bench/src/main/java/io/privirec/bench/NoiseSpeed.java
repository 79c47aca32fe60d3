package io.privirec.bench;

import io.privirec.privacy.sampling.DiscreteGaussianSampler;
import io.privirec.privacy.sampling.IntegerSampler;
import io.privirec.privacy.sampling.RandomBytes;
import io.privirec.privacy.sampling.SkellamSampler;
import io.privirec.privacy.sampling.Variance;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

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
              "discrete Gaussian, σ = %,d, bytes of AES-CTR".formatted(sigma),
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

  private static double millionsPerSecond(IntegerSampler sampler) throws Exception {
    long[] values = new long[BLOCK];
    CpuTime.medianMillisOf(BLOCKS, () -> sampler.fill(values));
    return BLOCK / 1e3 / CpuTime.medianMillisOf(BLOCKS, () -> sampler.fill(values));
  }

  /// What a participant draws from: the expansion of a secret seed.
  private static RandomBytes keystream() throws GeneralSecurityException {
    byte[] key = new byte[16];
    new SecureRandom().nextBytes(key);
    Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
    return bytes -> {
      try {
        Arrays.fill(bytes, (byte) 0);
        int written = cipher.update(bytes, 0, bytes.length, bytes, 0);
        if (written != bytes.length) {
          throw new IllegalStateException("cipher held back bytes");
        }
      } catch (ShortBufferException e) {
        throw new IllegalStateException("the buffer is as long as its input", e);
      }
    };
  }
}
