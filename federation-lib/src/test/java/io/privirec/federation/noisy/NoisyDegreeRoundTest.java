package io.privirec.federation.noisy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.TestHolders;
import io.privirec.federation.UnclippedUserException;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.wire.algorithm.PrivacyParameters;
import org.junit.jupiter.api.Test;

class NoisyDegreeRoundTest {
  private static final int ITEMS = 30;

  private static NoisyDegreeRound round(int itemsPerUser) throws Exception {
    SettledPrivacy privacy =
        SettledPrivacy.of(new PrivacyParameters(1.0, 1e-6, null, itemsPerUser, 1, "closed"));
    return new NoisyDegreeRound(ITEMS, privacy, privacy.terms().rho());
  }

  private static InteractionMatrix users(int perUser) {
    return TestHolders.interactions(3, ITEMS, (user, item) -> item < perUser);
  }

  /// A defect of sampling is found before the sum.
  @Test
  void counted_ofAnUnclippedUser_isRefusedByName() throws Exception {
    NoisyDegreeRound round = round(20);

    assertThatThrownBy(() -> round.counted(users(21)))
        .isInstanceOf(UnclippedUserException.class)
        .hasMessageContaining("round item-degrees")
        .hasMessageContaining("nothing was masked");
    assertThat(TestHolders.read(round.counted(users(20)), round.spec()))
        .startsWith(3 * 256)
        .endsWith(3 * 128);
  }

  @Test
  void counted_ofNobody_isZeros() throws Exception {
    NoisyDegreeRound round = round(20);
    InteractionMatrix nobody = InteractionMatrix.of(0, ITEMS, new int[1], new int[0]);

    assertThat(TestHolders.read(round.counted(nobody), round.spec())).containsOnly(0);
  }
}
