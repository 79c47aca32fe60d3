package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;
import java.util.Optional;

/// Builds the algorithms of sessions that are stored.
record SessionAlgorithms(Catalogues catalogues) {
  Algorithm of(AggregationSession session) {
    try {
      return build(session);
    } catch (InvalidParametersException e) {
      throw new IllegalStateException(
          "session " + session.id() + " was begun by a version that knew its algorithm", e);
    }
  }

  /// Returns the algorithm of a session; empty if only an earlier version knew the algorithm.
  Optional<Algorithm> find(AggregationSession session) {
    try {
      return Optional.of(build(session));
    } catch (InvalidParametersException _) {
      return Optional.empty();
    }
  }

  private Algorithm build(AggregationSession session) throws InvalidParametersException {
    return AlgorithmRegistry.build(
        session.parameters(), catalogues.ofSession(session.catalogueVersion()).items());
  }
}
