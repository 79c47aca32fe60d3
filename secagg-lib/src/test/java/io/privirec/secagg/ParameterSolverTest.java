package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

class ParameterSolverTest {
  private static final int[] COHORTS = {32, 64, 100, 128, 256, 512, 1000, 10_000, 1_000_000};
  private static final int[] POWERS_OF_TEN = {10, 100, 1000, 10_000, 100_000, 1_000_000};

  /// Percentages of corrupt and dropped participants, then degree/threshold for each of [#COHORTS].
  private static final String OWN_SETTINGS =
      """
      05 05 SEMI_HONEST    4/2   8/4   12/6  14/7  24/13  30/16  34/18   38/21   44/24
      10 10 SEMI_HONEST    8/4   14/7  22/11 26/13 40/21  46/25  52/28   60/32   70/37
      20 20 SEMI_HONEST    14/7  26/13 -     50/26 74/39  -      112/59  136/71  160/83
      33 05 SEMI_HONEST    12/11 26/22 34/29 38/32 56/44  74/56  86/64   104/77  120/88
      33 33 SEMI_HONEST    22/11 44/22 -     86/43 152/78 -      310/159 480/246 576/294
      05 05 SEMI_MALICIOUS 4/3   10/7  16/11 20/14 38/26  52/36  62/43   74/51   86/59
      10 10 SEMI_MALICIOUS 10/7  20/14 32/22 38/26 70/48  94/64  114/78  144/98  168/114
      20 10 SEMI_MALICIOUS 14/11 26/20 42/32 50/38 92/68  130/95 162/118 -       -
      """;

  /// The feasible rows of `HararyGraphParameterFinderTest` (google-parfait/federated-compute,
  /// Apache-2.0), σ = 40 and η = 20, degree/threshold for each of [#POWERS_OF_TEN]. Its rows for an
  /// adversary class "none" are those of the semi-honest one with nobody corrupt.
  private static final String PUBLISHED =
      """
      45 45 SEMI_HONEST    -   92/46 822/417 3494/1771 5508/2788 6240/3156
      33 33 SEMI_HONEST    8/4 68/34 286/150 422/221   480/251   518/270
      30 30 SEMI_MALICIOUS -   92/62 872/584 4822/3230 9388/6286 11136/7454
      05 33 SEMI_HONEST    4/2 28/6  72/24   86/29     96/32     102/34
      05 33 SEMI_MALICIOUS 8/5 72/39 398/223 746/420   882/496   970/545
      33 05 SEMI_HONEST    4/4 34/29 78/60   92/70     102/77    110/83
      33 05 SEMI_MALICIOUS 4/4 42/37 132/109 178/146   196/160   212/173
      05 05 SEMI_HONEST    2/2 12/6  30/17   34/20     36/21     38/22
      05 05 SEMI_MALICIOUS 2/2 16/11 52/37   62/44     68/48     74/52
      33 00 SEMI_HONEST    4/4 26/25 38/36   42/40     46/44     50/47
      33 00 SEMI_MALICIOUS 4/4 26/26 38/37   42/41     46/45     50/49
      00 33 SEMI_HONEST    4/2 26/2  38/2    42/2      46/2      50/2
      00 33 SEMI_MALICIOUS 8/5 68/35 228/115 326/164   372/187   410/206
      00 00 SEMI_HONEST    2/2 2/2   2/2     2/2       2/2       2/2
      00 00 SEMI_MALICIOUS 2/2 2/2   2/2     2/2       2/2       2/2
      """;

  @Test
  void solve_ownSettings_givesTheTable() {
    checkTable(OWN_SETTINGS, COHORTS, 30);
  }

  @Test
  void solve_publishedVectors_givesTheirDegreesAndThresholds() {
    checkTable(PUBLISHED, POWERS_OF_TEN, 20);
  }

  @Test
  void solve_hugeCohorts_givesTheTable() {
    assertThat(ParameterSolver.solve(ThreatModel.SEMI_HONEST, 100_000_000, 20_000_000, 5_000_000))
        .isEqualTo(new GraphParameters(90, 60));
    assertThat(
            ParameterSolver.solve(ThreatModel.SEMI_HONEST, 1_000_000_000, 50_000_000, 50_000_000))
        .isEqualTo(new GraphParameters(52, 28));
  }

  @Test
  void solve_severalPrimeCohorts_isTheFirstDegreeThatMeetsTheExactDemands() {
    for (ThreatModel model : ThreatModel.values()) {
      for (int cohort : List.of(67, 131, 257)) {
        int corrupt = cohort / 10;
        int drops = cohort / 10;
        GraphParameters solved = ParameterSolver.solve(model, cohort, corrupt, drops);
        ExactDemands demands = new ExactDemands(model, cohort, corrupt, drops, 40, 30);
        for (int degree = 2; degree < solved.neighbours(); degree += 2) {
          for (int threshold = 1; threshold <= degree; threshold++) {
            assertThat(demands.areMet(degree, threshold)).isFalse();
          }
        }
        assertThat(demands.areMet(solved.neighbours(), solved.threshold())).isTrue();
        assertThat(demands.areMet(solved.neighbours(), solved.threshold() - 1)).isFalse();
      }
    }
  }

  @Test
  void solve_moreCorruptOrMoreDrops_neverNeedsFewerNeighbours() {
    for (ThreatModel model : ThreatModel.values()) {
      int before = 0;
      for (int bad = 1; bad <= 40; bad++) {
        int degree = ParameterSolver.solve(model, 200, bad, bad).neighbours();
        assertThat(degree).isGreaterThanOrEqualTo(before);
        before = degree;
      }
    }
  }

  @Test
  void solve_semiMalicious_asksMoreThanSemiHonest() {
    GraphParameters honest = ParameterSolver.solve(ThreatModel.SEMI_HONEST, 128, 12, 12);
    GraphParameters malicious = ParameterSolver.solve(ThreatModel.SEMI_MALICIOUS, 128, 12, 12);
    assertThat(honest).isEqualTo(new GraphParameters(26, 13));
    assertThat(malicious).isEqualTo(new GraphParameters(38, 26));
  }

  @Test
  void solve_ratesOutOfReach_saysWhichCounts() {
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_MALICIOUS, 1000, 330, 330))
        .isInstanceOf(NoGraphParametersException.class)
        .hasMessage(
            "no sharing graph of 1000 participants withstands 330 corrupt ones and 330 drops"
                + " under the semi-malicious model");
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, 1000, 500, 500))
        .isInstanceOf(NoGraphParametersException.class);
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, 1000, 451, 450))
        .isInstanceOf(NoGraphParametersException.class);
    assertThat(ParameterSolver.solve(ThreatModel.SEMI_HONEST, 1000, 450, 450).neighbours())
        .isLessThan(1000);
  }

  /// Within the admitted rates, but the cohort is too small for any degree.
  @Test
  void solve_cohortTooSmallForItsRates_refuses() {
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_MALICIOUS, 10, 4, 2))
        .isInstanceOf(NoGraphParametersException.class);
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, 3, 1, 1))
        .isInstanceOf(NoGraphParametersException.class);
    // With all four neighbours everyone would be joined to everyone: that is no random graph.
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, 5, 1, 1))
        .isInstanceOf(NoGraphParametersException.class);
  }

  @Test
  void solve_countsOutOfRange_refuses() {
    int[][] wrong = {
      {0, 1, 0},
      {1, 1, 0},
      {100, 0, 10},
      {100, 100, 0},
      {100, -1, 10},
      {100, 10, -1},
      {100, 10, 100},
      {1_000_000_001, 1, 0}
    };
    for (int[] counts : wrong) {
      assertThatThrownBy(
              () -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, counts[0], counts[1], counts[2]))
          .isInstanceOf(IllegalArgumentException.class)
          .isNotInstanceOf(NoGraphParametersException.class)
          .hasMessageContaining("must be in [");
    }
  }

  @Test
  void solve_countsOutOfRange_namesTheRange() {
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, 100, 100, 0))
        .hasMessage("corrupt must be in [1, 99]. Provided value: 100");
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, 100, 100, 0, 40, 20))
        .hasMessage("corrupt must be in [0, 99]. Provided value: 100");
    assertThatThrownBy(() -> ParameterSolver.solve(ThreatModel.SEMI_HONEST, 100, 1, 100))
        .hasMessage("drops must be in [0, 99]. Provided value: 100");
  }

  /// Where nobody drops and many are corrupt, the connection alone decides the degree.
  @Test
  void solve_nobodyDrops_isTheFirstDegreeThatStaysConnected() {
    for (int cohort = 65; cohort <= 600; cohort++) {
      int corrupt = 9 * cohort / 10;
      int degree = ParameterSolver.solve(ThreatModel.SEMI_HONEST, cohort, corrupt, 0).neighbours();
      ExactDemands demands = new ExactDemands(ThreatModel.SEMI_HONEST, cohort, corrupt, 0, 40, 30);
      assertThat(demands.staysConnected(degree)).isTrue();
      assertThat(demands.staysConnected(degree - 2)).isFalse();
    }
  }

  @Test
  void graphParameters_oddDegreeOrThresholdOutOfRange_refuses() {
    assertThat(new GraphParameters(2, 2).threshold()).isEqualTo(2);
    for (int[] wrong : new int[][] {{0, 0}, {3, 2}, {4, 1}, {4, 5}, {-2, 2}}) {
      assertThatThrownBy(() -> new GraphParameters(wrong[0], wrong[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Provided value");
    }
  }

  private static void checkTable(String table, int[] cohorts, int correctnessBits) {
    SoftAssertions softly = new SoftAssertions();
    for (String line : table.lines().toList()) {
      String[] cells = line.split(" +", -1);
      ThreatModel model = ThreatModel.valueOf(cells[2]);
      for (int column = 0; column < cohorts.length; column++) {
        String expected = cells[3 + column];
        if (!expected.equals("-")) {
          int cohort = cohorts[column];
          int corrupt = Math.toIntExact(Long.parseLong(cells[0]) * cohort / 100);
          int drops = Math.toIntExact(Long.parseLong(cells[1]) * cohort / 100);
          GraphParameters solved =
              ParameterSolver.solve(model, cohort, corrupt, drops, 40, correctnessBits);
          softly
              .assertThat(solved.neighbours() + "/" + solved.threshold())
              .as("%s of %d", line, cohort)
              .isEqualTo(expected);
        }
      }
    }
    softly.assertAll();
  }
}
