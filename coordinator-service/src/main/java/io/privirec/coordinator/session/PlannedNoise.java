package io.privirec.coordinator.session;

import io.privirec.coordinator.session.SessionRefusal.Reason;
import io.privirec.federation.Disclosure;
import io.privirec.federation.PrivacyTerms;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.secagg.RoundKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The noise that a session is going to have.
final class PlannedNoise {
  private static final String POINTER = "/parameters/privacy";

  /// A local variance is an integer: below this part of the least one, a smaller one was needed.
  private static final double NEARLY_ALL = 15 / 16.;

  private PlannedNoise() {}

  /// The mechanism of each round that has noise, by its index, where nobody is ever missing.
  static Map<Integer, DistributedDiscreteGaussian> of(SessionDraft draft) {
    Map<Integer, DistributedDiscreteGaussian> mechanisms = new TreeMap<>();
    for (RoundSpec round : draft.algorithm().rounds()) {
      round
          .noise()
          .ifPresent(noise ->
              mechanisms.put(
                  round.index(), noise.mechanism(draft.firstRound(), draft.cohort().size())));
    }
    return mechanisms;
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
