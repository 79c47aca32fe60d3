package io.privirec.secagg.graph;

import io.privirec.secagg.ThreatModel;

/// The smallest safe degree of a random sharing graph, and its threshold, after Bell et al. 2020
/// (CCS), "Secure Single-Server Aggregation with (Poly)Logarithmic Overhead". Nobody types either
/// by hand.
///
/// With n participants, c of them corrupt and d of them leaving, it returns the smallest even
/// degree k < n − 1, and for it the smallest threshold t, such that:
///
/// 1. the honest survivors are connected but for a probability below 2^−(σ+1). A circulant graph
///    falls apart only where k/2 neighbouring places are lost twice; the union bound over the pairs
///    of gaps is `n (n − k − 1) / 2 · C(n − k, c + d − k) / C(n, c + d)`;
/// 2. but for a probability of 2^−(σ+1) over all participants, the corrupt neighbours t₁ of each
///    cannot open its secrets. Semi-honest: `t > t₁`. Semi-malicious: `2t > k + t₁`, for the
///    coordinator may tell one half of the honest neighbours that the participant survived and the
///    other half that it left, and the corrupt ones answer to both;
/// 3. but for a probability of 2^−η over all participants, each keeps t surviving neighbours.
///
/// σ = 40 (what the statistical part of the security may fail by) and η = 30 (what an honest round
/// may fail by). The union bound over participants divides 2 and 3 by n; as in the open
/// implementation whose test vectors this solver reproduces (`graph_parameter_finder` of
/// google-parfait/federated-compute), a participant's neighbours are counted as k draws out of all
/// n. Like there, rates above .9 in sum (c + d, or c + 2d if semi-malicious) are refused, which
/// also bounds the search to milliseconds for any cohort.
///
/// Not checked: that the counts are wise. For small cohorts a rate rounds down to nobody; below 65
/// participants the complete graph with absolute counts is used instead.
public final class ParameterSolver {
  private static final int SECURITY_BITS = 40;
  private static final int CORRECTNESS_BITS = 30;
  private static final int MAX_COHORT = 1_000_000_000;

  private ParameterSolver() {}

  /// Solves with σ = 40 and η = 30.
  ///
  /// @param cohort participants, at most 10^9
  /// @param corrupt participants that may collude with the coordinator, at least 1
  /// @param drops participants that may leave in the whole round, at least 0
  /// @throws NoGraphParametersException if no degree will do
  public static GraphParameters solve(ThreatModel model, int cohort, int corrupt, int drops) {
    requireIn("corrupt", corrupt, 1, cohort - 1);
    return solve(model, cohort, corrupt, drops, SECURITY_BITS, CORRECTNESS_BITS);
  }

  /// Solves with other σ and η, and also for nobody corrupt: then the threshold is 2 where 1 would
  /// do, and the third demand is proven for 1 only. That is how the published vectors count.
  static GraphParameters solve(
      ThreatModel model,
      int cohort,
      int corrupt,
      int drops,
      int securityBits,
      int correctnessBits) {
    requireIn("cohort", cohort, 1, MAX_COHORT);
    requireIn("corrupt", corrupt, 0, cohort - 1);
    requireIn("drops", drops, 0, cohort - 1);
    if (withinReach(model, cohort, corrupt, drops)) {
      double disconnection = Math.scalb(1.0, -securityBits - 1);
      double exposure = disconnection / cohort;
      double stranding = Math.scalb(1.0, -correctnessBits) / cohort;
      MarkedNeighbours corruptOnes = new MarkedNeighbours(cohort, corrupt);
      MarkedNeighbours lostOnes = new MarkedNeighbours(cohort, drops);
      // That `degree` given places are all corrupt or lost.
      double gap = 1;
      for (int degree = 2; degree < cohort - 1; degree += 2) {
        for (int place = degree - 2; place < degree; place++) {
          gap *= Math.max(0.0, corrupt + drops - place) / (cohort - place);
          corruptOnes.addNeighbour();
          lostOnes.addNeighbour();
        }
        int leastThreshold = leastThreshold(model, degree, corruptOnes.quantile(exposure));
        int survivors = degree - lostOnes.quantile(stranding);
        double gapPairs = 0.5 * cohort * (cohort - degree - 1.0);
        if (gapPairs * gap < disconnection && leastThreshold <= survivors) {
          return new GraphParameters(degree, Math.max(leastThreshold, 2));
        }
      }
    }
    throw new NoGraphParametersException(model, cohort, corrupt, drops);
  }

  private static boolean withinReach(ThreatModel model, int cohort, int corrupt, int drops) {
    long weight =
        switch (model) {
          case SEMI_HONEST -> 1;
          case SEMI_MALICIOUS -> 2;
        };
    return 10 * (corrupt + weight * drops) <= 9L * cohort;
  }

  private static int leastThreshold(ThreatModel model, int degree, int corruptNeighbours) {
    return switch (model) {
      case SEMI_HONEST -> corruptNeighbours + 1;
      case SEMI_MALICIOUS -> (degree + corruptNeighbours) / 2 + 1;
    };
  }

  private static void requireIn(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be in [%d, %d]. Provided value: %d".formatted(name, min, max, value));
    }
  }
}
