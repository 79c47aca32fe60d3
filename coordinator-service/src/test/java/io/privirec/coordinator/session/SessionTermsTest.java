package io.privirec.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionTermsTest {
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
  void thresholdsAfter_cohortThatShrinksToACompleteGraph_reckonsWithItsMinimumOfCorrupt() {
    Thresholds first = terms(ThreatModel.SEMI_MALICIOUS, .05, .1).thresholds(66);
    assertThat(first.corrupt()).isEqualTo(3);

    Thresholds next = SessionTerms.Tolerant.thresholdsAfter(first, 64);

    assertThat(next.corrupt()).isEqualTo(6);
    assertThat(next.minSurvivors()).isEqualTo(first.minSurvivors());
  }

  @Test
  void thresholdsAfter_moreCorruptThanTheMinimum_keepsThem() {
    Thresholds first = terms(ThreatModel.SEMI_MALICIOUS, .2, .1).thresholds(66);
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
            first = terms(model, corrupt, dropout).thresholds(cohort);
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
