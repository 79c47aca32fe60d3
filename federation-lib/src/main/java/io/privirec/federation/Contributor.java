package io.privirec.federation;

import java.io.IOException;

/// The participant's side of an algorithm: what to send in a round. One instance may serve several
/// participants of one process and several threads.
public interface Contributor {
  /// Prepares the contribution of one participant to one round.
  ///
  /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
  ///   bound
  Contribution contribute(RoundInput input) throws IOException;

  /// Whether contributions depend on the data. Where they do not, their sums tell nothing about
  /// anybody, however often and over whomever they are opened.
  default boolean readsData() {
    return true;
  }
}
