package io.privirec.federation;

import io.privirec.filter.matrix.InteractionMatrix;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The participant's side of an algorithm: what to send in a round. One instance may serve several
/// participants of one process and several threads.
public interface Contributor {
  /// Prepares the contribution of one participant to one round.
  ///
  /// @param round which round; one of [Algorithm#rounds()]
  /// @param broadcast the downloaded broadcast, its digest already checked against the signed round
  ///   record; null when the round has none
  /// @param data the participant's interactions, frozen at the session's start
  /// @throws ContributionRefusedException when the broadcast is malformed, not finite or out of
  ///   bound
  Contribution contribute(RoundSpec round, @Nullable Path broadcast, InteractionMatrix data)
      throws IOException;

  /// Whether contributions depend on the data. Where they do not, their sums tell nothing about
  /// anybody, however often and over whomever they are opened.
  default boolean readsData() {
    return true;
  }
}
