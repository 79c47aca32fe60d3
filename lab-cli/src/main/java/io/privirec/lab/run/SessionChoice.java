package io.privirec.lab.run;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.federation.registry.UnknownAlgorithmException;
import io.privirec.filter.data.Dataset;
import io.privirec.lab.session.OfferedAlgorithm;
import io.privirec.lab.session.SessionParameters;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.StandingApproval;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which session a run asks for, as far as that can be said without the data.
///
/// @param algorithm its name in the API, as offered
/// @param k rank; null for a default that suits the data, where the model has factors
/// @param noNoise whether its sums over data carry no noise
/// @param parameters the others that were given, by their paths in the API: `model.type`
record SessionChoice(
    String algorithm, @Nullable Integer k, Map<String, String> parameters, boolean noNoise) {
  private static final String EPSILON = "privacy.epsilon";
  private static final String DELTA = "privacy.delta";
  private static final String CLOSED = "closed";

  /// The algorithm of a run of which nothing is chosen.
  static final String DEFAULT = PriviRecParameters.ALGORITHM;

  /// The same without noise.
  static final String DEFAULT_WITHOUT_NOISE = PriviRecKParameters.ALGORITHM;

  /// The noise of a session of which nothing is chosen.
  static final Map<String, String> DEFAULT_NOISE = Map.of(EPSILON, "3.0", DELTA, "1.0E-6");

  /// The default limits of services.
  private static final double LIMIT = 8;

  private static final double LIMIT_PER_SESSION = 3;
  private static final double LIMIT_FOR_LIFE = 16;
  private static final int MOST_ATTEMPTS = 3;

  /// δ is at most a tenth of 1 / users.
  private static final double USERS_PER_DELTA = 10;

  /// The most that a coordinator takes as declared.
  private static final double MOST_USERS = 1 << 24;

  SessionChoice {
    parameters = Map.copyOf(parameters);
    OfferedAlgorithm.named(algorithm);
    if (k != null) {
      InvalidOptionException.requireRange("--k", k, 1, 4096);
    }
  }

  /// Returns a session with the default noise, if this session has no noise and no other option. A
  /// run shows its result first.
  Optional<SessionChoice> privateFirst() {
    boolean isPlain = algorithm.equals(DEFAULT_WITHOUT_NOISE) && k == null && parameters.isEmpty();
    return noNoise && isPlain
        ? Optional.of(new SessionChoice(DEFAULT, null, DEFAULT_NOISE, false))
        : Optional.empty();
  }

  /// Whether participants send messages to each other.
  boolean meetsPeers() {
    return offered().meetsPeers();
  }

  /// Every parameter of the session, as the coordinator would settle them.
  ///
  /// @param users with interactions
  /// @param participants of the cohort
  /// @param seed of the start basis, where there is one
  /// @throws InvalidOptionException when they do not go together, or not with the data
  AlgorithmParameters settle(Dataset dataset, int users, int participants, long seed) {
    offered().requireData("--algorithm", dataset);
    Map<String, Object> given = new TreeMap<>(parameters);
    given.putAll(offered().parameters(k, parameters, dataset, users));
    AlgorithmParameters settled =
        SessionParameters.settle(
            algorithm, SessionParameters.read(algorithm, given), dataset, participants, seed);
    AlgorithmSettings built = SessionParameters.build(settled, dataset);
    int fewest = built.algorithm().cohortRange().fewest();
    if (participants < fewest) {
      throw new InvalidOptionException(
          "--participants must be at least %d for --algorithm %s. Provided value: %d"
              .formatted(fewest, algorithm, participants));
    }
    OfferedAlgorithm.requireSize(built, dataset, users);
    return settled;
  }

  /// Returns properties of a coordinator with room for the ε that is asked for. The run declares as
  /// many users of a participant as its δ allows for.
  ///
  /// @param leavesOut whether another attempt may have another cohort, and so other noise
  /// @param sessions of this choice that the run has
  Map<String, String> budget(boolean leavesOut, int sessions) {
    String prefix = "privirec.coordinator.privacy.";
    Map<String, String> budget = new TreeMap<>(allowing(prefix, leavesOut, sessions));
    if (hasPrivacy()) {
      double users = Math.floor(1 / (USERS_PER_DELTA * Double.parseDouble(delta())));
      budget.put(prefix + "largest-users", Long.toString((long) Math.clamp(users, 1, MOST_USERS)));
    }
    return budget;
  }

  /// Returns properties of client-services whose holders allow this ε.
  ///
  /// @param leavesOut whether another attempt may have another cohort, and so other noise
  /// @param sessions of this choice that the run has
  Map<String, String> holdersLimits(boolean leavesOut, int sessions) {
    Map<String, String> limits =
        new TreeMap<>(allowing("privirec.client.privacy.", leavesOut, sessions));
    if (noNoise) {
      limits.putAll(StandingApproval.ASKING);
    }
    return limits;
  }

  private Map<String, String> allowing(String prefix, boolean leavesOut, int sessions) {
    if (!hasPrivacy()) {
      return Map.of();
    }
    Map<String, String> allowed = new TreeMap<>();
    allowed.put(prefix + "delta", delta());
    if (raisesLimits(leavesOut, sessions)) {
      allowed.put(prefix + "max-epsilon-per-session", atLeast(LIMIT_PER_SESSION, 1));
      allowed.put(prefix + "max-epsilon", atLeast(LIMIT, sessions));
      allowed.put(prefix + "max-epsilon-lifetime", atLeast(LIMIT_FOR_LIFE, sessions));
    }
    return allowed;
  }

  /// Returns a line for people about limits that the demo raises; empty if it raises none.
  ///
  /// @param leavesOut whether another attempt may have another cohort, and so other noise
  /// @param sessions of this choice that the run has
  Optional<String> raisedLimits(boolean leavesOut, int sessions) {
    return hasPrivacy() && raisesLimits(leavesOut, sessions)
        ? Optional.of(
            "limits    this demo's holders raised their limits to epsilon %s per session, %s in 365 days, %s for life"
                .formatted(
                    atLeast(LIMIT_PER_SESSION, 1),
                    atLeast(LIMIT, sessions),
                    atLeast(LIMIT_FOR_LIFE, sessions)))
        : Optional.empty();
  }

  /// Closed rounds of the same cohort repeat with the same noise. So the limits of services are
  /// enough up to the default ε.
  private boolean raisesLimits(boolean leavesOut, int sessions) {
    boolean isClosed = parameters.getOrDefault("privacy.rounds", CLOSED).equals(CLOSED);
    return epsilon() > LIMIT_PER_SESSION || !isClosed || leavesOut || sessions > 1;
  }

  private String delta() {
    return parameters.getOrDefault(DELTA, "1.0E-6");
  }

  /// Three attempts with other noise have at most three times the ε.
  private String atLeast(double limit, int sessions) {
    return Double.toString(Math.max(limit, MOST_ATTEMPTS * sessions * epsilon()));
  }

  private boolean hasPrivacy() {
    return parameters.containsKey(EPSILON);
  }

  private double epsilon() {
    return Double.parseDouble(parameters.getOrDefault(EPSILON, ""));
  }

  /// Whether the sums of an algorithm can carry noise.
  ///
  /// @throws InvalidOptionException when no algorithm has the name
  static NoiseForm noiseForm(String algorithm) {
    OfferedAlgorithm.named(algorithm);
    try {
      return AlgorithmRegistry.named(algorithm).noiseForm();
    } catch (UnknownAlgorithmException e) {
      throw new InvalidOptionException(String.valueOf(e.getMessage()));
    }
  }

  OfferedAlgorithm offered() {
    return OfferedAlgorithm.named(algorithm);
  }
}
