package io.privirec.federation;

import io.privirec.crypto.prg.KeyStream;
import io.privirec.privacy.DistributedDiscreteGaussian;

/// What one participant adds to its contribution to one attempt of a round, before masks.
///
/// @param mechanism of the round
/// @param seed of the attempt
public record NoiseShare(DistributedDiscreteGaussian mechanism, NoiseSeed seed) {
  /// A contribution with this share on it. All noise of a block is drawn before the block's data is
  /// touched: how long drawing takes depends on what is drawn, and must not be measured beside
  /// data.
  ///
  /// Blocks must be asked for with the same bounds whenever they are asked for: noise is a function
  /// of the block's first element.
  public Contribution over(Contribution exact) {
    return (offset, out) -> {
      KeyStream stream = seed.stream("noise", offset);
      long[] noise = new long[out.length()];
      mechanism.sampler(stream::nextBytes).fill(noise);
      exact.fill(offset, out);
      for (int i = 0; i < noise.length; i++) {
        // Modulo the ring, as masks are: what wraps is found in the sum.
        out.setReduced(i, out.getSigned(i) + noise[i]);
      }
    };
  }

  /// Random bytes for whatever a contribution leaves to chance beside noise.
  public KeyStream choices() {
    return seed.stream("choices", 0);
  }
}
