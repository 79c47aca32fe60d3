package io.privirec.secagg;

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

  /// The smallest cohort that does not share on the complete graph.
  static final int LEAST_COHORT = 65;

  private ParameterSolver() {}

  /// The smallest even degree under which the honest participants of a closed round hang together,
  /// with `⌈cohort / 5⌉` corrupt ones among them. Nobody may leave a closed round and no secret is
  /// shared, so that the first demand is the only one.
  ///
  /// σ is not 40 but `40 + log₂(10 · cohort)`: a coordinator that tells every participant another
  /// list of seeds has one graph drawn for each of them, in each of the
  /// [io.privirec.secagg.RoundRecord#MAX_ATTEMPTS] attempts.
  ///
  /// @param cohort participants, in [65, 10^9]
  public static int connected(int cohort) {
    requireIn("cohort", cohort, LEAST_COHORT, MAX_COHORT);
    int corrupt = Math.ceilDiv(cohort, 5);
    double disconnection = Math.scalb(1.0, -SECURITY_BITS - 1) / (10.0 * cohort);
    double gap = 1;
    for (int degree = 2; degree < cohort - 1; degree += 2) {
      gap = gapAfter(gap, degree, cohort, corrupt);
      if (gapPairs(cohort, degree) * gap < disconnection) {
        return degree;
      }
    }
    throw new IllegalStateException("more places than corrupt participants always suffice");
  }

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
        gap = gapAfter(gap, degree, cohort, corrupt + drops);
        for (int place = degree - 2; place < degree; place++) {
          corruptOnes.addNeighbour();
          lostOnes.addNeighbour();
        }
        int leastThreshold = leastThreshold(model, degree, corruptOnes.quantile(exposure));
        int survivors = degree - lostOnes.quantile(stranding);
        if (gapPairs(cohort, degree) * gap < disconnection && leastThreshold <= survivors) {
          return new GraphParameters(degree, Math.max(leastThreshold, 2));
        }
      }
    }
    throw new NoGraphParametersException(model, cohort, corrupt, drops);
  }

  /// That `degree` given places are all taken by `bad` ones, from the same of two places less.
  private static double gapAfter(double gap, int degree, int cohort, int bad) {
    double longer = gap;
    for (int place = degree - 2; place < degree; place++) {
      longer *= Math.max(0.0, bad - place) / (cohort - place);
    }
    return longer;
  }

  /// Ways to cut a circle twice, `degree / 2` places each time.
  private static double gapPairs(int cohort, int degree) {
    return 0.5 * cohort * (cohort - degree - 1.0);
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
          "%s must be in [%s, %s]. Provided value: %s".formatted(name, min, max, value));
    }
  }
}
