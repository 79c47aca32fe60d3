package io.privirec.client;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.federation.Algorithm;
import io.privirec.federation.FactorModel;
import io.privirec.federation.GramModel;
import io.privirec.federation.ItemDegrees;
import io.privirec.federation.PriviRec;
import io.privirec.federation.PriviRecK;
import io.privirec.federation.Rehearsal;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.secagg.ThreatModel;
import io.privirec.wire.AlgorithmParameters;
import io.privirec.wire.ItemDegreesParameters;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.PriviRecParameters;
import io.privirec.wire.RehearsalParameters;
import io.privirec.wire.SessionView;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Views of sessions with nothing in them that a participant does not need.
final class TestSessions {
  private TestSessions() {}

  static SessionView view(
      String id,
      Algorithm algorithm,
      ThreatModel threatModel,
      String onLoss,
      SessionView.Status status,
      int catalogueVersion,
      List<String> cohort) {
    return new SessionView(
        id,
        algorithm.id(),
        parameters(algorithm),
        status,
        null,
        threatModel.label(),
        KeyAgreement.X25519.label(),
        onLoss,
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

  private static AlgorithmParameters parameters(Algorithm algorithm) {
    return switch (algorithm) {
      case PriviRecK(
              int _,
              PowerIteration factors,
              FactorModel.GfCf(double gamma, int ideal),
              int topN) ->
          new PriviRecKParameters(
              factors.rank(), factors.iterations(), gamma, factors.seed(), ideal, topN);
      case PriviRecK other -> throw new AssertionError(other);
      case PriviRec(int _, GramModel.GfCf(PowerIteration factors, double gamma), int topN) ->
          new PriviRecParameters(
              "gf-cf",
              factors.rank(),
              factors.oversampling(),
              factors.iterations(),
              factors.eigenvalues().label(),
              gamma,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              factors.seed(),
              topN);
      case PriviRec other -> throw new AssertionError(other);
      case ItemDegrees _ -> new ItemDegreesParameters();
      case Rehearsal(long elements, int rounds, long seed, int ringBits) ->
          new RehearsalParameters(elements, rounds, seed, ringBits);
    };
  }
}
