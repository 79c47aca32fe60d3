package io.privirec.coordinator.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.federation.Algorithm;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.privirec.ItemDegrees;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.federation.rehearsal.Rehearsal;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Colluders;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.ItemDegreesParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionTermsTest {
  private static final Algorithm REHEARSAL =
      build(
          Rehearsal.ID,
          RehearsalParameters.DEFAULT
              .withElements(10L)
              .withRounds(1)
              .withSeed(1L)
              .withRingBits(32)
              .withRoundKind("tolerant"));

  private static Algorithm build(String id, AlgorithmParameters parameters) {
    try {
      return AlgorithmRegistry.build(
          AlgorithmRegistry.settleAsStated(id, parameters, 10, 10, () -> 1), 10);
    } catch (InvalidParametersException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Algorithm noisy(int colluders) {
    return build(
        ItemDegrees.ID,
        ItemDegreesParameters.DEFAULT.withPrivacy(
            PrivacyParameters.of(1.0, 1e-6)
                .withItemsPerUser(5)
                .withColluders(colluders)
                .withRounds("tolerant")));
  }

  private static SessionTerms.Tolerant terms(ThreatModel model, double corrupt, double dropout) {
    return new SessionTerms.Tolerant(
        KeyAgreement.X25519,
        Duration.ofMinutes(1),
        3,
        model,
        Optional.of(corrupt),
        Optional.of(dropout));
  }

  @Test
  void thresholds_ofSumsWithNoise_withstandTheColludersOfTheClaim() {
    for (int cohort : new int[] {10, 19, 30, 66, 100}) {
      Algorithm noisy = noisy(Colluders.of(cohort));
      var defaults =
          new SessionTerms.Tolerant(
              KeyAgreement.X25519,
              Duration.ofMinutes(1),
              3,
              ThreatModel.SEMI_MALICIOUS,
              Optional.empty(),
              Optional.empty());
      assertThat(defaults.thresholds(cohort, noisy).corrupt()).isEqualTo(Colluders.of(cohort));
      assertThat(defaults.thresholds(cohort, REHEARSAL))
          .isEqualTo(Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort));
      assertThat(terms(ThreatModel.SEMI_MALICIOUS, .1, .1).thresholds(cohort, noisy).corrupt())
          .isEqualTo(Colluders.of(cohort));
      assertThat(terms(ThreatModel.SEMI_MALICIOUS, .3, 0).thresholds(cohort, noisy).corrupt())
          .isEqualTo((int) (.3 * cohort));
    }
  }

  @Test
  void thresholdsAfter_cohortThatShrinksToACompleteGraph_reckonsWithItsMinimumOfCorrupt() {
    Thresholds first = terms(ThreatModel.SEMI_MALICIOUS, .05, .1).thresholds(66, REHEARSAL);
    assertThat(first.corrupt()).isEqualTo(3);

    Thresholds next = SessionTerms.Tolerant.thresholdsAfter(first, 64);

    assertThat(next.corrupt()).isEqualTo(6);
    assertThat(next.minSurvivors()).isEqualTo(first.minSurvivors());
  }

  @Test
  void thresholdsAfter_moreCorruptThanTheMinimum_keepsThem() {
    Thresholds first = terms(ThreatModel.SEMI_MALICIOUS, .2, .1).thresholds(66, REHEARSAL);
    assertThat(SessionTerms.Tolerant.thresholdsAfter(first, 64).corrupt())
        .isEqualTo(first.corrupt());
    assertThat(SessionTerms.Tolerant.thresholdsAfter(first, 65).corrupt())
        .isEqualTo(first.corrupt());
  }

  @ParameterizedTest
  @EnumSource
  void thresholdsAfter_everyLossThatARoundBears_keepsTheDemand(ThreatModel model) {
    for (int cohort : new int[] {5, 30, 64, 65, 66, 69, 80, 110, 200}) {
      for (double corrupt : new double[] {.05, .1, .2}) {
        for (double dropout : new double[] {0, .05, .1, .2}) {
          Thresholds first;
          try {
            first = terms(model, corrupt, dropout).thresholds(cohort, REHEARSAL);
          } catch (IllegalArgumentException _) {
            continue; // Such a session is refused.
          }
          for (int left = first.minSurvivors(); left <= cohort; left++) {
            Thresholds next = SessionTerms.Tolerant.thresholdsAfter(first, left);
            assertThat(next.minSurvivors()).isGreaterThanOrEqualTo(first.minSurvivors());
            assertThat(next.corrupt()).isGreaterThanOrEqualTo(first.corrupt());
          }
        }
      }
    }
  }
}
