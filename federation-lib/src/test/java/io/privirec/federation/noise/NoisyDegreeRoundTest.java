package io.privirec.federation.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.TestHolders;
import io.privirec.federation.UnclippedUserException;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoisyDegreeRoundTest {
  private static final int ITEMS = 30;

  private static NoisyDegreeRound round(@Nullable Integer itemsPerUser) throws Exception {
    SettledPrivacy privacy =
        SettledPrivacy.ofEitherCounts(
            PrivacyParameters.of(1.0, 1e-6)
                .withItemsPerUser(itemsPerUser)
                .withColluders(1)
                .withRounds("closed"));
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

  /// The norm hardly depends on how many items a user has, and the bound is reached.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 9, 30})
  void contribution_weighted_hasTheNormThatTheNoiseIsFor(int perUser) throws Exception {
    NoisyDegreeRound round = round(null);
    InteractionMatrix one = TestHolders.interactions(1, ITEMS, (_, item) -> item < perUser);

    long[] values = TestHolders.read(round.counted(one), round.spec());

    double norm = Math.sqrt(Arrays.stream(values).mapToDouble(v -> (double) v * v).sum());
    double bound = round.spec().noise().orElseThrow().sensitivity().l2();
    assertThat(values).startsWith((long) (4096 / Math.sqrt(perUser))).endsWith(1024);
    assertThat(norm).isBetween(.998 * bound, bound);
    assertThat(bound).isLessThanOrEqualTo(4096 * Math.sqrt(17 / 16.));
  }

  @Test
  void counted_ofNobody_isZeros() throws Exception {
    NoisyDegreeRound round = round(20);
    InteractionMatrix nobody = InteractionMatrix.of(0, ITEMS, new int[1], new int[0]);

    assertThat(TestHolders.read(round.counted(nobody), round.spec())).containsOnly(0);
  }
}
