package io.privirec.client;

import io.privirec.federation.PriviRecK;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.SessionView;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Views of sessions with nothing in them that a participant does not need.
final class TestSessions {
  private TestSessions() {}

  static SessionView view(
      String id,
      PriviRecK algorithm,
      SessionView.Status status,
      int catalogueVersion,
      List<String> cohort) {
    return new SessionView(
        id,
        PriviRecK.ID,
        new PriviRecKParameters(
            algorithm.k(),
            algorithm.iterations(),
            algorithm.gamma(),
            algorithm.seed(),
            algorithm.idealRank(),
            algorithm.topN()),
        status,
        null,
        "semi-honest",
        catalogueVersion,
        cohort,
        List.of(),
        List.of(),
        List.of(),
        null,
        Instant.EPOCH,
        null,
        null,
        Map.of());
  }
}
