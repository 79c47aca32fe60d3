package io.privirec.coordinator.draft;

import io.privirec.coordinator.draft.DraftRefusal.Reason;
import io.privirec.coordinator.ledger.PlannedBudget;
import io.privirec.federation.Disclosure;
import io.privirec.federation.PrivacyTerms;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.noise.NoisyDegreeRound;
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
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The noise that a session is going to have.
final class PlannedNoise {
  private static final String POINTER = "/parameters/privacy";

  /// A local variance is an integer: below this part of the least variance, a smaller variance was
  /// needed.
  private static final double NEARLY_ALL = 15 / 16.;

  /// Of a lowered epsilon.
  private static final int DIGITS = 4;

  private PlannedNoise() {}

  /// What the noise protects; null where sums are exact.
  ///
  /// @param spentAfter ε of the poorest participant after the session
  static @Nullable PrivacyPlan view(SessionDraft draft, PlannedBudget.Spent spentAfter) {
    if (!(draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms))) {
      return null;
    }
    int participants = draft.cohort().size();
    List<Release> releases = new ArrayList<>();
    List<NoisySum> sums = new ArrayList<>();
    for (RoundSpec round : draft.algorithm().specs()) {
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
        Math.max(claim.epsilon(), reserved(draft, terms)),
        claim.epsilonOfPerson(2),
        claim.epsilonOfPerson(3),
        spentAfter.lifetime(),
        spentAfter.ofPeriod(),
        spentAfter.period(),
        claim.delta(),
        Label.of(terms.unit()),
        Label.of(terms.adjacency()),
        claim.colluders(),
        claim.dropouts(),
        new NoiseShares(participants, claim.colluders(), claim.dropouts()).inflation(),
        sums);
  }

  /// Returns ε of the budget that the session reserves.
  private static double reserved(SessionDraft draft, PrivacyTerms promised) {
    double rho = draft.terms().sums().rho(draft.algorithm());
    return Conversion.CKS.ofConcentrated(rho, promised.target().delta()).epsilon();
  }

  /// Rejects a session whose δ is too large for the number of users that there may be.
  ///
  /// @param largest δ that a session may state
  /// @throws DraftRefusal with the bound
  static void requireSmallDelta(SessionDraft draft, double largest) {
    if (draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms)
        && terms.target().delta() > largest) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          POINTER + "/delta",
          "delta %s is above %s, which is 1 / (10 × privirec.coordinator.privacy.largest-users)"
              .formatted(terms.target().delta(), largest));
    }
  }

  /// Rejects a session that cannot be useful, by numbers that are public before anything is spent:
  /// too few participants whose noise counts, or noise in the counts above all users that there may
  /// be.
  ///
  /// @param largestUsers the declared largest number of users of a participant
  /// @throws DraftRefusal with the numbers
  static void requireUseful(SessionDraft draft, long largestUsers) {
    if (!(draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms))) {
      return;
    }
    mechanisms(draft);
    long users = Math.multiplyExact(draft.cohort().size(), largestUsers);
    double least =
        NoisyDegreeRound.leastUsers(
            draft.algorithm().specs().getFirst(), draft.firstRound(), draft.cohort().size());
    if (least > users) {
      throw new DraftRefusal(
          Reason.INVALID_FIELD,
          POINTER + "/epsilon",
          String.format(
              Locale.ROOT,
              "epsilon %s at delta %s cannot be useful: an item must have %.3g users to stand out of"
                  + " the noise, and %d participants have at most %d users. Ask for a larger epsilon",
              terms.target().epsilon(),
              terms.target().delta(),
              least,
              draft.cohort().size(),
              users));
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

  /// The noise of a sum over a cohort.
  ///
  /// @param asked what its part of the budget asks for
  /// @param mechanism what participants can add
  private record Planned(RoundNoise asked, DistributedDiscreteGaussian mechanism) {
    /// How much of its part of the budget the sum uses, where participants cannot add as little
    /// noise as that part allows; 1 where they can.
    double usedPart() {
      boolean isLeast = !mechanism.localVariance().isAtLeast(Distributed.LEAST_LOCAL_VARIANCE + 1);
      double part = mechanism.rho() / asked.rho();
      return isLeast && part < NEARLY_ALL ? part : 1;
    }
  }

  /// That of each sum with noise, for the cohort that the session begins with and for the smallest
  /// that it may go on with.
  private static List<Planned> mechanisms(SessionDraft draft) {
    List<Planned> planned = new ArrayList<>();
    for (RoundSpec round : draft.algorithm().specs()) {
      for (Cohort cohort : cohorts(draft, round)) {
        round
            .noise()
            .ifPresent(noise ->
                planned.add(
                    new Planned(noise, mechanism(noise, cohort.kind(), cohort.participants()))));
      }
    }
    return planned;
  }

  private static DistributedDiscreteGaussian mechanism(
      RoundNoise noise, RoundKind kind, int participants) {
    try {
      return noise.mechanism(kind, participants);
    } catch (PrivacyRefusal refused) {
      throw new DraftRefusal(Reason.INVALID_FIELD, POINTER, String.valueOf(refused.getMessage()));
    }
  }

  /// The largest epsilon whose noise participants can add, where it is below the one asked for. No
  /// participant adds noise of a local standard deviation below 4.
  static OptionalDouble lowered(SessionDraft draft) {
    if (!(draft.algorithm().disclosure() instanceof Disclosure.NoisySums(var terms))) {
      return OptionalDouble.empty();
    }
    double part = mechanisms(draft).stream().mapToDouble(Planned::usedPart).min().orElse(1);
    return part == 1
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            BigDecimal.valueOf(
                    Conversion.CKS
                        .ofConcentrated(part * terms.rho(), terms.target().delta())
                        .epsilon())
                .round(new MathContext(DIGITS, RoundingMode.DOWN))
                .doubleValue());
  }
}
