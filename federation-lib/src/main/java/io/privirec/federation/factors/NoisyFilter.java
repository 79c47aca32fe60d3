package io.privirec.federation.factors;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.noise.SettledPrivacy;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.TurboCf;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.ranking.Popularity;
import io.privirec.privacy.NoiseShares;

/// A filter among popular items that is made of sums with noise.
public interface NoisyFilter extends AlgorithmSettings {
  /// The linear filter r P̃ over the most popular items alone: users have no others. The reference
  /// is without noise, and in the plain form.
  ///
  /// @param most how many items
  static ItemFilter linear(InteractionMatrix train, int most) {
    long[] kept = new long[train.items()];
    for (int item : Popularity.of(train.itemDegrees()).among(most, item -> true)) {
      kept[item] = 1;
    }
    return new TurboCf(ItemGram.of(train.withSupport(kept, 1), .5), 1, 1);
  }

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
