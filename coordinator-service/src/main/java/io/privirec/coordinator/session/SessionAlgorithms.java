package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.registry.AlgorithmRegistry;

/// Builds the algorithms of sessions that are stored.
record SessionAlgorithms(Catalogues catalogues) {
  Algorithm of(AggregationSession session) {
    try {
      return AlgorithmRegistry.build(
          session.parameters(), catalogues.ofSession(session.catalogueVersion()).items());
    } catch (InvalidParametersException e) {
      throw new IllegalStateException(
          "session " + session.id() + " was begun by a version that knew its algorithm", e);
    }
  }
}
