package io.privirec.federation.peers;

import java.io.IOException;

/// Sums over all participants, made among themselves.
@FunctionalInterface
public interface PeerSums {
  /// Adds up.
  ///
  /// @param number of the sum, from 1 on, without gaps; everybody asks for the same ones
  /// @param own finite
  /// @param bound that no number of the sum is larger than, while everybody is honest; the same for
  ///   everybody
  /// @return the sum, or nearly: see [Consensus]
  double[] sum(int number, double[] own, double bound)
      throws PeerFailureException, IOException, InterruptedException;
}
