package io.privirec.federation.factors;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.privacy.NoiseShares;

/// A filter among popular items that is made of sums with noise.
public interface NoisyFilter extends AlgorithmSettings {
  /// M, how many of the most popular items it is about.
  int popular();

  SettledPrivacy privacy();

  /// Returns the items of the sums after the counts.
  ///
  /// @param counts noisy, as the session published them
  /// @param shares whose noise they have
  int[] chosen(long[] counts, NoiseShares shares);

  /// Standard deviation of the noise in an entry of what is summed after the counts, in a sum of
  /// all participants: of G, or of a product over the most that a user changes it.
  double deviation(NoiseShares shares);
}
