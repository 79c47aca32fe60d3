package io.privirec.coordinator.session;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.session.OnLoss;
import java.time.Duration;
import java.util.Optional;

/// How a session treats trust, time and loss.
///
/// @param keyAgreement of all its rounds
/// @param corruptFraction of the cohort that may be corrupt; absent: the default of
///   [Thresholds#of(ThreatModel, int)]
/// @param dropoutFraction of the cohort that may leave a round; absent: likewise
/// @param phaseDeadline how long a phase of a round may last
/// @param maxAttempts how often one round is tried
/// @param onLoss what happens when a participant is lost after the first round
public record SessionTerms(
    ThreatModel threatModel,
    KeyAgreement keyAgreement,
    Optional<Double> corruptFraction,
    Optional<Double> dropoutFraction,
    Duration phaseDeadline,
    int maxAttempts,
    OnLoss onLoss) {
  /// The counts of the session's first round.
  ///
  /// @throws IllegalArgumentException if the fractions leave no safe ones
  Thresholds thresholds(int cohort) {
    Thresholds defaults = Thresholds.of(threatModel, cohort);
    if (corruptFraction.isEmpty() && dropoutFraction.isEmpty()) {
      return defaults;
    }
    int corrupt =
        corruptFraction
            .map(fraction -> Math.max(1, (int) (fraction * cohort)))
            .orElse(defaults.corrupt());
    int minSurvivors =
        dropoutFraction
            .map(fraction -> cohort - (int) (fraction * cohort))
            .orElse(defaults.minSurvivors());
    return Thresholds.of(threatModel, cohort, corrupt, minSurvivors);
  }

  /// The counts of a round that follows: what was demanded of the first one stands, and where the
  /// survivors are so few that everyone shares with everyone from now on, as many corrupt ones are
  /// reckoned with as there must be then.
  ///
  /// @param demanded of the session's first round
  /// @param survivors of the round before, at least as many as were demanded
  static Thresholds thresholdsAfter(Thresholds demanded, int survivors) {
    ThreatModel model = demanded.threatModel();
    int corrupt = demanded.corrupt();
    if (survivors <= Thresholds.MAX_COMPLETE) {
      // The defaults of a complete graph are the minimum.
      corrupt = Math.max(corrupt, Thresholds.of(model, survivors).corrupt());
    }
    return Thresholds.of(model, survivors, corrupt, demanded.minSurvivors());
  }
}
