package io.privirec.coordinator.session;

import io.privirec.coordinator.ledger.PlannedBudget;
import io.privirec.coordinator.session.SessionRefusal.Reason;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Disclosure;
import io.privirec.federation.DistinctSums;
import io.privirec.federation.PrivacyTerms;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.Release;
import io.privirec.privacy.View;
import io.privirec.privacy.sampling.Variance;
import io.privirec.privacy.text.Label;
import io.privirec.privacy.text.ReleaseText;
import io.privirec.secagg.RoundKind;
import io.privirec.wire.SessionPlan.NoisySum;
import io.privirec.wire.SessionPlan.PrivacyPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The noise that a session is going to have.
final class PlannedNoise {
  private static final String POINTER = "/parameters/privacy";

  /// A local variance is an integer: below this part of the least one, a smaller one was needed.
  private static final double NEARLY_ALL = 15 / 16.;

  private PlannedNoise() {}

  /// Returns what a session reserves in the ledgers; empty if its sums have no noise. A mechanism
  /// never has more ρ than its round's part, whatever cohort the round is tried with.
  static Optional<PlannedBudget> budget(Algorithm algorithm, SessionTerms terms) {
    return algorithm.disclosure() instanceof Disclosure.NoisySums(var promised)
        ? Optional.of(
            new PlannedBudget(
                promised.unit(), terms.sums().rho(algorithm), DistinctSums.largestRho(algorithm)))
        : Optional.empty();
  }

  /// What the noise protects where nobody is ever missing; null where sums are exact.
  static @Nullable PrivacyPlan view(SessionDraft draft) {
    if (!(draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms))) {
      return null;
    }
    int participants = draft.cohort().size();
    List<Release> releases = new ArrayList<>();
    List<NoisySum> sums = new ArrayList<>();
    for (RoundSpec round : draft.algorithm().rounds()) {
      if (round.noise().isPresent()) {
        var mechanism = round.noise().get().mechanism(draft.firstRound(), participants);
        Variance local = mechanism.localVariance();
        double deviation = Math.sqrt((double) local.numerator() / local.denominator());
        releases.add(new Release(mechanism, 1));
        sums.add(
            new NoisySum(
                round.name(),
                deviation,
                Math.sqrt(participants) * deviation,
                ReleaseText.write(mechanism, terms.adjacency())));
      }
    }
    var claim =
        new PrivacyClaim(
            terms.unit(),
            terms.adjacency(),
            View.COORDINATOR,
            new Composition(releases),
            Conversion.CKS,
            terms.target().delta());
    return new PrivacyPlan(
        claim.epsilon(),
        claim.delta(),
        Label.of(terms.unit()),
        Label.of(terms.adjacency()),
        claim.colluders(),
        claim.dropouts(),
        new NoiseShares(participants, claim.colluders(), claim.dropouts()).inflation(),
        sums);
  }

  /// Refuses a session whose noise would not do, for the cohort that it begins with or for the
  /// smallest that it may go on with.
  ///
  /// @throws SessionRefusal with the numbers
  static void requireEnough(SessionDraft draft) {
    if (!(draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms))) {
      return;
    }
    for (RoundSpec round : draft.algorithm().rounds()) {
      for (Cohort cohort : cohorts(draft, round)) {
        round.noise().ifPresent(noise -> requireEnough(noise, cohort, terms));
      }
    }
  }

  private record Cohort(RoundKind kind, int participants) {}

  private static List<Cohort> cohorts(SessionDraft draft, RoundSpec round) {
    int largest = draft.cohort().size();
    List<Cohort> cohorts = new ArrayList<>(List.of(new Cohort(draft.firstRound(), largest)));
    switch (draft.firstRound()) {
      case RoundKind.Closed closed ->
          cohorts.add(new Cohort(closed, draft.terms().minParticipants(largest)));
      case RoundKind.Tolerant(var first) -> {
        if (round.index() > 0) {
          int fewest = first.minSurvivors();
          cohorts.add(
              new Cohort(
                  new RoundKind.Tolerant(SessionTerms.Tolerant.thresholdsAfter(first, fewest)),
                  fewest));
        }
      }
    }
    return cohorts;
  }

  private static void requireEnough(RoundNoise noise, Cohort cohort, PrivacyTerms terms) {
    DistributedDiscreteGaussian mechanism;
    try {
      mechanism = noise.mechanism(cohort.kind(), cohort.participants());
    } catch (PrivacyRefusal refused) {
      throw new SessionRefusal(Reason.INVALID_FIELD, POINTER, String.valueOf(refused.getMessage()));
    }
    double usedPart = mechanism.rho() / noise.rho();
    boolean isLeast = !mechanism.localVariance().isAtLeast(Distributed.LEAST_LOCAL_VARIANCE + 1);
    if (isLeast && usedPart < NEARLY_ALL) {
      double delta = terms.target().delta();
      throw new SessionRefusal(
          Reason.INVALID_FIELD,
          POINTER + "/epsilon",
          String.format(
              Locale.ROOT,
              "epsilon %s at delta %s needs a local standard deviation of %.3g from each of %d"
                  + " participants, and there is none below %.0f: with it, epsilon is %.4g. Ask for"
                  + " no more",
              terms.target().epsilon(),
              delta,
              Math.sqrt(usedPart * Distributed.LEAST_LOCAL_VARIANCE),
              cohort.participants(),
              Math.sqrt(Distributed.LEAST_LOCAL_VARIANCE),
              Conversion.CKS.ofConcentrated(usedPart * terms.rho(), delta).epsilon()));
    }
  }
}
