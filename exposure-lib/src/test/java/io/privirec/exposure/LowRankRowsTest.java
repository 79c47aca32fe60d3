package io.privirec.exposure;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.exposure.fixture.Shop;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.random.CounterRandom;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LowRankRowsTest {
  private static final int USERS = 40;
  private static final double ERROR = 1e-7;
  private static final InteractionMatrix DATA = new Shop(USERS, 90, 9, 10, 40).generate(1);
  private static final TallMatrix GRAM = gram();

  private static TallMatrix gram() {
    TallMatrix rows = TallMatrix.zeros(USERS, DATA.items());
    for (int user = 0; user < USERS; user++) {
      for (int item : DATA.row(user)) {
        rows.data()[user * DATA.items() + item] = 1 / Math.sqrt((double) DATA.rowLength(user));
      }
    }
    return GramEquations.times(rows.transposed(), rows);
  }

  private static Optional<LowRankRows.Gram> solve(int equations, Duration time) {
    TallMatrix z = TallMatrix.zeros(DATA.items(), equations);
    for (int n = 0; n < z.data().length; n++) {
      z.data()[n] = CounterRandom.uniform(7, n) - 0.5;
    }
    TallMatrix w = GramEquations.withErrors(GramEquations.times(GRAM, z), ERROR, 8);
    return LowRankRows.of(z, w, ERROR, new Deadline(time));
  }

  @Test
  void numbers_moreEquationsThanUsers_areWithinTheStatedErrors() {
    LowRankRows.Gram found = solve(50, Duration.ofHours(1)).orElseThrow();
    for (int i = 0; i < DATA.items(); i++) {
      for (int j = 0; j < DATA.items(); j++) {
        int at = i * DATA.items() + j;
        double error = RowSystem.DEVIATIONS * found.error(i, j);
        assertThat(error).isLessThan(1e-3);
        assertThat(Math.abs(found.numbers().data()[at] - GRAM.data()[at])).isLessThan(error);
      }
    }
  }

  @Test
  void numbers_fewerEquationsThanUsers_areNotDetermined() {
    assertThat(solve(30, Duration.ofHours(1))).isEmpty();
  }

  @Test
  void numbers_noTime_areNotComputed() {
    assertThat(solve(50, Duration.ofNanos(1))).isEmpty();
  }
}
