package io.privirec.coordinator.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.RoundNoise;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.PrivacyClaim;
import io.privirec.privacy.Unit;
import io.privirec.privacy.View;
import org.junit.jupiter.api.Test;

class TolerantClaimsTest {
  private static PrivacyClaim claim(int participants, int colluders, int dropouts) {
    var noise = new RoundNoise(new IntegerSensitivity(100, 1_000), 10, .5, colluders);
    return new PrivacyClaim(
        Unit.USER,
        Adjacency.ADD_OR_REMOVE,
        View.COORDINATOR,
        Composition.of(noise.mechanism(new NoiseShares(participants, colluders, dropouts)), 1),
        Conversion.CKS,
        1e-6);
  }

  @Test
  void claimWithTheLossesOfATenthOfColluders_isNotWithstood() {
    assertThat(TolerantClaims.areWithstood(5, claim(10, 2, 4))).isFalse();
    assertThat(TolerantClaims.areWithstood(5, claim(30, 6, 12))).isFalse();
  }

  @Test
  void claimWhoseRoundsWithstandTheColluders_isWithstood() {
    assertThat(TolerantClaims.areWithstood(5, claim(10, 2, 3))).isTrue();
    assertThat(TolerantClaims.areWithstood(5, claim(30, 6, 11))).isTrue();
    assertThat(TolerantClaims.areWithstood(5, claim(100, 20, 10))).isTrue();
  }

  @Test
  void claimOfAnEarlierFormat_isNotWithstood() {
    assertThat(TolerantClaims.areWithstood(4, claim(10, 2, 3))).isFalse();
  }
}
