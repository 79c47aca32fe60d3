package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ThresholdsTest {
  @Test
  void completeGraph_tenParticipants_hasTheDocumentedCounts() {
    assertThat(Thresholds.completeGraph(10)).isEqualTo(new Thresholds(10, 1, 4, 6, 6));
  }

  @Test
  void completeGraph_smallestAndLargest_areSound() {
    assertThat(Thresholds.completeGraph(3)).isEqualTo(new Thresholds(3, 1, 0, 3, 3));
    assertThat(Thresholds.completeGraph(64)).isEqualTo(new Thresholds(64, 6, 25, 36, 39));
  }

  @Test
  void completeGraph_everySize_isSafeAndLive() {
    for (int n = Thresholds.MIN_COHORT; n <= Thresholds.MAX_COHORT; n++) {
      Thresholds t = Thresholds.completeGraph(n);
      assertThat(2 * t.threshold()).isGreaterThan(n + t.corrupt());
      assertThat(2 * (t.threshold() - 1)).isLessThanOrEqualTo(n + t.corrupt());
      assertThat(t.threshold()).isLessThanOrEqualTo(n - t.drops());
      assertThat(t.minSurvivors()).isEqualTo(n - t.drops()).isGreaterThanOrEqualTo(3);
      assertThat(5 * t.minSurvivors()).isGreaterThanOrEqualTo(3 * n);
    }
  }

  @Test
  void completeGraph_laterRoundOfASmallerCohort_keepsTheDemandOnSurvivors() {
    Thresholds first = Thresholds.completeGraph(30);
    Thresholds later = Thresholds.completeGraph(25, first.corrupt(), first.minSurvivors());
    assertThat(later).isEqualTo(new Thresholds(25, 3, 7, 15, 18));
  }

  @Test
  void completeGraph_fewerLeftThanDemanded_refuses() {
    Thresholds first = Thresholds.completeGraph(10);
    assertThat(Thresholds.completeGraph(6, 1, first.minSurvivors()).drops()).isZero();
    assertThatThrownBy(() -> Thresholds.completeGraph(5, 1, first.minSurvivors()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minSurvivors");
  }

  @Test
  void constructor_countsThatAreUnsafe_refuses() {
    int[][] wrong = {
      {2, 1, 0, 2, 2},
      {65, 6, 25, 36, 39},
      {10, 0, 4, 6, 6},
      {10, 1, 4, 5, 6},
      {10, 1, 5, 6, 5},
      {10, 1, 5, 6, 6},
      {10, 1, 4, 7, 6},
      {10, 10, 0, 10, 10},
      {20, 1, 8, 12, 12}
    };
    for (int[] w : wrong) {
      assertThatThrownBy(() -> new Thresholds(w[0], w[1], w[2], w[3], w[4]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
