package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.secagg.roster.Colluders;
import org.junit.jupiter.api.Test;

class ThresholdsTest {
  private static final ThreatModel MODEL = ThreatModel.SEMI_MALICIOUS;

  private static Thresholds complete(int cohort) {
    return Thresholds.of(MODEL, cohort);
  }

  @Test
  void of_hundredParticipants_hasTheSolvedCounts() {
    assertThat(Thresholds.of(MODEL, 100)).isEqualTo(new Thresholds(MODEL, 100, 10, 10, 32, 22, 90));
    assertThat(Thresholds.of(ThreatModel.SEMI_HONEST, 100))
        .isEqualTo(new Thresholds(ThreatModel.SEMI_HONEST, 100, 10, 10, 22, 11, 90));
  }

  @Test
  void of_tenParticipants_hasTheDocumentedCounts() {
    assertThat(complete(10)).isEqualTo(new Thresholds(MODEL, 10, 1, 4, 9, 6, 6));
  }

  @Test
  void of_smallestAndLargest_areSound() {
    assertThat(complete(3)).isEqualTo(new Thresholds(MODEL, 3, 1, 0, 2, 3, 3));
    assertThat(complete(64)).isEqualTo(new Thresholds(MODEL, 64, 6, 25, 63, 36, 39));
  }

  @Test
  void of_everySize_isSafeAndLive() {
    for (int n = Thresholds.MIN_COHORT; n <= Thresholds.MAX_COMPLETE; n++) {
      Thresholds t = complete(n);
      assertThat(2 * t.threshold()).isGreaterThan(n + t.corrupt());
      assertThat(2 * (t.threshold() - 1)).isLessThanOrEqualTo(n + t.corrupt());
      assertThat(t.threshold()).isLessThanOrEqualTo(n - t.drops());
      assertThat(t.minSurvivors()).isEqualTo(n - t.drops()).isGreaterThanOrEqualTo(3);
      assertThat(5 * t.minSurvivors()).isGreaterThanOrEqualTo(3 * n);
    }
  }

  /// A fifth of the cohort colludes, as claims of noise have it.
  @Test
  void withstanding_everySize_leavesSomebodyWhoMayGo() {
    for (int n = 4; n <= Thresholds.MAX_COMPLETE; n++) {
      Thresholds t = Thresholds.withstanding(MODEL, n, Colluders.of(n));
      assertThat(t.corrupt()).isEqualTo(Colluders.of(n));
      assertThat(2 * t.threshold()).isGreaterThan(n + t.corrupt());
      assertThat(t.drops()).isPositive();
      assertThat(n - t.corrupt() - t.drops()).isPositive();
    }
    assertThat(Thresholds.withstanding(MODEL, 10, 2))
        .isEqualTo(new Thresholds(MODEL, 10, 2, 3, 9, 7, 7));
    assertThat(Thresholds.withstanding(MODEL, 10, 0)).isEqualTo(complete(10));
    assertThat(Thresholds.withstanding(MODEL, 3, 1).drops()).isZero();
  }

  @Test
  void withstanding_aFifthOfARandomGraph_hasASolution() {
    for (int n : new int[] {65, 66, 70, 80, 100, 305, 1000, 10_000}) {
      Thresholds t = Thresholds.withstanding(MODEL, n, Colluders.of(n));
      assertThat(t.corrupt()).isEqualTo(Colluders.of(n));
      assertThat(t.drops()).isEqualTo(n / 10);
      assertThat(t.threshold()).isGreaterThan(Thresholds.of(MODEL, n).threshold());
    }
    assertThat(Thresholds.withstanding(MODEL, 100, 20))
        .isEqualTo(new Thresholds(MODEL, 100, 20, 10, 42, 32, 90));
  }

  @Test
  void of_laterRoundOfASmallerCohort_keepsTheDemandOnSurvivors() {
    Thresholds first = complete(30);
    Thresholds later = Thresholds.of(MODEL, 25, first.corrupt(), first.minSurvivors());
    assertThat(later).isEqualTo(new Thresholds(MODEL, 25, 3, 7, 24, 15, 18));
  }

  @Test
  void of_fewerLeftThanDemanded_refuses() {
    Thresholds first = complete(10);
    assertThat(Thresholds.of(MODEL, 6, 1, first.minSurvivors()).drops()).isZero();
    assertThatThrownBy(() -> Thresholds.of(MODEL, 5, 1, first.minSurvivors()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minSurvivors");
  }

  @Test
  void constructor_countsThatAreUnsafe_refuses() {
    int[][] wrong = {
      {2, 1, 0, 1, 2, 2},
      {65, 6, 25, 64, 36, 39},
      {100, 10, 10, 30, 22, 90},
      {100, 10, 10, 32, 21, 90},
      {100, 4, 10, 32, 22, 90},
      {10, 0, 4, 9, 6, 6},
      {10, 1, 4, 8, 6, 6},
      {10, 1, 4, 9, 5, 6},
      {10, 1, 5, 9, 6, 5},
      {10, 1, 5, 9, 6, 6},
      {10, 1, 4, 9, 7, 6},
      {10, 1, 3, 9, 7, 7},
      {10, 10, 0, 9, 10, 10},
      {20, 1, 8, 19, 12, 12}
    };
    for (int[] w : wrong) {
      assertThatThrownBy(() -> new Thresholds(MODEL, w[0], w[1], w[2], w[3], w[4], w[5]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
