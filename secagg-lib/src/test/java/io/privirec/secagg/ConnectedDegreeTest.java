package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The degree of closed rounds.
class ConnectedDegreeTest {
  private static final int SECURITY_BITS = 40;

  @Test
  void connected_namedCohorts_givesTheTable() {
    Map.of(65, 14, 100, 20, 128, 22, 256, 26, 512, 30, 1000, 32, 10_000, 36)
        .forEach((cohort, degree) ->
            assertThat(ParameterSolver.connected(cohort)).as("%d", cohort).isEqualTo(degree));
  }

  @Test
  void connected_anyCohort_isEvenAndBelowTheCompleteGraph() {
    for (int cohort = 65; cohort <= 10_000; cohort++) {
      int degree = ParameterSolver.connected(cohort);
      assertThat(degree % 2).isZero();
      assertThat(degree).isBetween(2, cohort - 2);
    }
  }

  /// The first degree at which `10 n · n (n − k − 1) / 2 · C(n − k, c − k) / C(n, c) < 2^-41`, in
  /// whole numbers.
  @Test
  void connected_anyCohort_isTheFirstDegreeThatMeetsTheExactBound() {
    for (int cohort = 65; cohort <= 600; cohort++) {
      int degree = ParameterSolver.connected(cohort);
      assertThat(staysConnected(cohort, degree)).as("%d", cohort).isTrue();
      assertThat(staysConnected(cohort, degree - 2)).as("%d", cohort).isFalse();
    }
  }

  /// One corrupt participant in five: ⌈n/5⌉ steps at every fifth cohort, and between two steps a
  /// larger cohort can do with two neighbours less.
  @Test
  void connected_largerCohorts_hardlyEverNeedFewerNeighbours() {
    int most = 0;
    for (int cohort = 65; cohort <= 2000; cohort++) {
      int degree = ParameterSolver.connected(cohort);
      assertThat(degree).as("%d", cohort).isGreaterThanOrEqualTo(most - 2);
      most = Math.max(most, degree);
    }
  }

  @Test
  void connected_cohortOfTheCompleteGraph_refuses() {
    for (int cohort : new int[] {-1, 3, 64, 1_000_000_001}) {
      assertThatThrownBy(() -> ParameterSolver.connected(cohort))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cohort must be in [65, 1000000000]");
    }
  }

  private static boolean staysConnected(int cohort, int degree) {
    int corrupt = Math.ceilDiv(cohort, 5);
    // C(n − k, c − k) / C(n, c) is the product of (c − i) / (n − i) over the k places.
    BigInteger bad = BigInteger.valueOf(10L * cohort).multiply(BigInteger.valueOf(cohort));
    bad = bad.multiply(BigInteger.valueOf(cohort - degree - 1L));
    BigInteger all = BigInteger.TWO;
    for (int place = 0; place < degree; place++) {
      bad = bad.multiply(BigInteger.valueOf(Math.max(0, corrupt - place)));
      all = all.multiply(BigInteger.valueOf(cohort - place));
    }
    return bad.shiftLeft(SECURITY_BITS + 1).compareTo(all) < 0;
  }
}
