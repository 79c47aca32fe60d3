package io.privirec.coordinator.draft;

import io.privirec.coordinator.ledger.PlannedBudget;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.DistinctSums;
import io.privirec.federation.OnMissing;
import io.privirec.secagg.RosterReference;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How a session treats trust, time, and participants that are missing.
public sealed interface SessionTerms {
  /// Of all its rounds.
  KeyAgreement keyAgreement();

  /// How long a phase of a round may last.
  Duration phaseDeadline();

  /// How often one round is tried.
  int maxAttempts();

  /// What the coordinator is assumed to do.
  ThreatModel threatModel();

  /// Returns the rule for a cohort when a participant is missing at a deadline.
  OnMissing onMissing();

  /// How many sums with different noise the session may open for each of its rounds.
  DistinctSums sums();

  /// Returns the reservation of a session in the ledgers; empty if its sums have no noise. With
  /// each cohort of a round, the mechanism has at most the ρ of the round.
  default Optional<PlannedBudget> budget(Algorithm algorithm) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums(var promised)
        ? Optional.of(
            new PlannedBudget(
                promised.unit(), sums().rho(algorithm), DistinctSums.largestRho(algorithm)))
        : Optional.empty();
  }

  /// The fewest that the session may go on with, as its rounds' records bind it.
  ///
  /// @param cohort how many it began with
  int minParticipants(int cohort);

  /// Rounds over whole cells: everybody is in the sum, or there is none.
  ///
  /// @param minParticipants that the cohort may shrink to by whole cells; its size where it may not
  /// @param roster that names the cells
  /// @param cells that the session begins with, ascending
  record Closed(
      KeyAgreement keyAgreement,
      Duration phaseDeadline,
      int maxAttempts,
      OnMissing onMissing,
      int minParticipants,
      RosterReference roster,
      List<Integer> cells)
      implements SessionTerms {
    public Closed {
      cells = List.copyOf(cells);
    }

    @Override
    public ThreatModel threatModel() {
      return ThreatModel.SEMI_MALICIOUS;
    }

    @Override
    public int minParticipants(int cohort) {
      return minParticipants;
    }

    @Override
    public DistinctSums sums() {
      return DistinctSums.closed(onMissing, cells.size(), maxAttempts);
    }

    /// The terms of a session that sums one of the cells alone.
    public Closed ofCell(int cell, int members) {
      return new Closed(
          keyAgreement, phaseDeadline, maxAttempts, OnMissing.WAIT, members, roster, List.of(cell));
    }
  }

  /// Rounds that participants may leave, of rehearsals and of sums with noise.
  ///
  /// @param corruptFraction of the cohort that may be corrupt; absent: the default of
  ///   [Thresholds#of(ThreatModel, int)]. Never fewer than the colluders of the noise
  /// @param dropoutFraction of the cohort that may leave a round; absent: likewise
  record Tolerant(
      KeyAgreement keyAgreement,
      Duration phaseDeadline,
      int maxAttempts,
      ThreatModel threatModel,
      Optional<Double> corruptFraction,
      Optional<Double> dropoutFraction)
      implements SessionTerms {
    /// A lost participant's absence shrinks the cohort of later rounds, not of the next attempt.
    @Override
    public OnMissing onMissing() {
      return OnMissing.WAIT;
    }

    @Override
    public int minParticipants(int cohort) {
      return cohort;
    }

    @Override
    public DistinctSums sums() {
      return DistinctSums.tolerant(maxAttempts);
    }

    /// The counts of the session's first round. The round withstands the colluders that the noise
    /// of the session's sums allows for.
    ///
    /// @throws IllegalArgumentException if the fractions and the colluders leave no safe counts
    public Thresholds thresholds(int cohort, Algorithm algorithm) {
      int colluders =
          algorithm.disclosure() instanceof Disclosure.NoisySums(var terms) ? terms.colluders() : 0;
      Thresholds defaults = Thresholds.withstanding(threatModel, cohort, colluders);
      if (corruptFraction.isEmpty() && dropoutFraction.isEmpty()) {
        return defaults;
      }
      int corrupt =
          corruptFraction
              .map(fraction -> Math.max(Math.max(1, colluders), (int) (fraction * cohort)))
              .orElse(defaults.corrupt());
      int minSurvivors =
          dropoutFraction
              .map(fraction -> cohort - (int) (fraction * cohort))
              .orElse(defaults.minSurvivors());
      return Thresholds.of(threatModel, cohort, corrupt, minSurvivors);
    }

    /// The counts of a round that follows: what was demanded of the first one stands, and where the
    /// survivors are so few that everyone shares with everyone from now on, as many corrupt ones
    /// are reckoned with as there must be then.
    ///
    /// @param demanded of the session's first round
    /// @param survivors of the round before, at least as many as were demanded
    public static Thresholds thresholdsAfter(Thresholds demanded, int survivors) {
      ThreatModel model = demanded.threatModel();
      int corrupt = demanded.corrupt();
      if (survivors <= Thresholds.MAX_COMPLETE) {
        // The defaults of a complete graph are the minimum.
        corrupt = Math.max(corrupt, Thresholds.of(model, survivors).corrupt());
      }
      return Thresholds.of(model, survivors, corrupt, demanded.minSurvivors());
    }
  }
}
