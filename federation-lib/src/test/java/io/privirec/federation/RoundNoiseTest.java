package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyRefusal;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.roster.Colluders;
import org.junit.jupiter.api.Test;

class RoundNoiseTest {
  private static final ThreatModel MODEL = ThreatModel.SEMI_MALICIOUS;

  private static RoundNoise noise(int colluders) {
    return new RoundNoise(new IntegerSensitivity(100, 1_000), 10, .5, colluders);
  }

  @Test
  void mechanism_tolerantRoundThatWithstandsFewerColluders_isRefused() {
    for (int cohort : new int[] {10, 19, 30, 100}) {
      RoundKind tenth = new RoundKind.Tolerant(Thresholds.of(MODEL, cohort));
      RoundNoise noise = noise(Colluders.of(cohort));
      assertThatThrownBy(() -> noise.mechanism(tenth, cohort))
          .isInstanceOf(PrivacyRefusal.ColludersNotWithstood.class)
          .hasMessageContaining("allows for %d colluders", noise.colluders());
    }
  }

  @Test
  void mechanism_tolerantRoundThatWithstandsThem_countsAllOfThem() {
    RoundKind fifth = new RoundKind.Tolerant(Thresholds.withstanding(MODEL, 10, 2));
    assertThat(noise(2).mechanism(fifth, 10).shares()).isEqualTo(new NoiseShares(10, 2, 3));
    assertThat(noise(1).mechanism(fifth, 10).shares()).isEqualTo(new NoiseShares(10, 2, 3));
  }
}
