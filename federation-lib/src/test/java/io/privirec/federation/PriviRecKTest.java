package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.secagg.Thresholds;
import org.junit.jupiter.api.Test;

class PriviRecKTest {
  private static final PriviRecK GOWALLA = new PriviRecK(40_981, 256, 2, 0.3, 1, 256, 1000);

  @Test
  void rounds_areTheDegreesAndOneProductForEachIteration() {
    assertThat(GOWALLA.rounds())
        .extracting(RoundSpec::name)
        .containsExactly("item-degrees", "power-iteration-1", "power-iteration-2");
    assertThat(GOWALLA.rounds())
        .extracting(round -> round.vector().length())
        .containsExactly(40_982L, 40_981L * 256, 40_981L * 256);
  }

  @Test
  void broadcast_isNothingThenDegreesThenDegreesAndBasis() {
    assertThat(GOWALLA.rounds())
        .extracting(RoundSpec::broadcastBytes)
        .containsExactly(0L, 8L * 40_981, 8L * 40_981 + 4L * 40_981 * 256);
  }

  @Test
  void everyRound_fitsItsRingForTheLargestCohort() {
    for (RoundSpec round : GOWALLA.rounds()) {
      var vector = round.vector();
      assertThat(vector.capacity().fits(vector.ring(), vector.scaleBits(), Thresholds.MAX_COMPLETE))
          .as(round.name())
          .isTrue();
    }
  }

  @Test
  void digest_dependsOnEveryParameter() {
    assertThat(
            java.util.stream.Stream.of(
                    GOWALLA,
                    new PriviRecK(40_980, 256, 2, 0.3, 1, 256, 1000),
                    new PriviRecK(40_981, 257, 2, 0.3, 1, 256, 1000),
                    new PriviRecK(40_981, 256, 3, 0.3, 1, 256, 1000),
                    new PriviRecK(40_981, 256, 2, 0.4, 1, 256, 1000),
                    new PriviRecK(40_981, 256, 2, 0.3, 2, 256, 1000),
                    new PriviRecK(40_981, 256, 2, 0.3, 1, 255, 1000),
                    new PriviRecK(40_981, 256, 2, 0.3, 1, 256, 1001))
                .map(PriviRecK::digest))
        .doesNotHaveDuplicates();
  }

  @Test
  void parametersOutOfRange_areRefusedWithRangeAndValue() {
    assertThatThrownBy(() -> new PriviRecK(100, 101, 2, 0.3, 1, 10, 1000))
        .hasMessage("k must be in [1, 100]. Provided value: 101");
    assertThatThrownBy(() -> new PriviRecK(100, 10, 0, 0.3, 1, 10, 1000))
        .hasMessage("iterations must be in [1, 16]. Provided value: 0");
    assertThatThrownBy(() -> new PriviRecK(100, 10, 2, Double.NaN, 1, 10, 1000))
        .hasMessageContaining("gamma");
    assertThatThrownBy(() -> new PriviRecK(100, 10, 2, 0.3, 1, 11, 1000))
        .hasMessage("idealRank must be in [1, 10]. Provided value: 11");
  }
}
