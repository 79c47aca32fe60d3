package io.privirec.federation;

import io.privirec.crypto.ring.RingVector;

/// One participant's vector of one round, produced block by block: nobody holds all of it.
///
/// A pure function of the frozen data, the broadcast and, where there is noise, the attempt's seed
/// (docs/adr/0008): the same block asked for twice, also after a restart, has the same bits. Safe
/// to ask for different blocks from several threads.
@FunctionalInterface
public interface Contribution {
  /// Writes `out.length()` consecutive elements, already in fixed point.
  ///
  /// @param offset first element
  /// @throws ContributionRefusedException when a value lies outside the round's stated bound;
  ///   nothing is ever clipped
  void fill(long offset, RingVector out);
}
