package io.privirec.lab.attack;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `lab attack membership` proved.
///
/// @param trials of each seed, with the target and without, each
/// @param rows of each release
record MembershipReport(
    int participants,
    int colluders,
    double delta,
    double confidence,
    int trials,
    List<Row> rows,
    List<CrossCheck> sessions) {
  MembershipReport(int participants, int colluders, double delta, double confidence, int trials) {
    this(participants, colluders, delta, confidence, trials, new ArrayList<>(), new ArrayList<>());
  }

  /// One release.
  ///
  /// @param epsilon that it claims; none: exact
  /// @param limit ε of noise like this for this target: what a perfect attack would prove
  /// @param proven by each seed
  /// @param advantages of each seed
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String release,
      @Nullable Double epsilon,
      @Nullable Double limit,
      @Nullable Double advantageBound,
      List<Double> proven,
      List<Double> advantages) {
    /// @param delta of the claim
    static Row of(
        String release,
        @Nullable Double epsilon,
        @Nullable Double limit,
        double delta,
        List<ProvenEpsilon> seeds) {
      return new Row(
          release,
          epsilon,
          limit,
          // No test has more (Kairouz, Oh, Viswanath 2015).
          epsilon == null ? null : (Math.expm1(epsilon) + 2 * delta) / (Math.exp(epsilon) + 1),
          seeds.stream().map(ProvenEpsilon::epsilon).toList(),
          seeds.stream().map(ProvenEpsilon::advantage).toList());
    }

    /// Seeds that prove more than is claimed, or have more advantage than a claim allows.
    long broken() {
      double claimed = epsilon == null ? Double.POSITIVE_INFINITY : epsilon;
      double allowed = advantageBound == null ? 1 : advantageBound;
      long broken = 0;
      for (int seed = 0; seed < proven.size(); seed++) {
        broken += proven.get(seed) > claimed || advantages.get(seed) > allowed ? 1 : 0;
      }
      return broken;
    }

    String line() {
      return "%-24s %7s %7s %8.3f %8.3f %9.4f %9.4f %8s %7d"
          .formatted(
              release,
              epsilon == null ? "exact" : epsilon.toString(),
              limit == null ? "" : "%.3f".formatted(limit),
              mean(proven),
              most(proven),
              mean(advantages),
              most(advantages),
              advantageBound == null ? "" : "%.4f".formatted(advantageBound),
              broken());
    }
  }

  /// Whole sessions beside trials: statistics in standard deviations.
  ///
  /// @param expected mean of those with the target; without it is 0
  /// @param absent mean of so many sessions without the target
  /// @param present mean of so many with it
  record CrossCheck(
      String release,
      double epsilon,
      int sessions,
      double expected,
      double absent,
      double present) {
    String line() {
      return ("%d sessions with the target, %d without, %s, epsilon %s: %.3f and %.3f standard"
              + " deviations, expected %.3f and 0, each +- %.3f")
          .formatted(
              sessions,
              sessions,
              release,
              epsilon,
              present,
              absent,
              expected,
              1 / Math.sqrt(sessions));
    }
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(value -> value).average().orElseThrow();
  }

  private static double most(List<Double> values) {
    return values.stream().mapToDouble(value -> value).max().orElseThrow();
  }

  String header(int seeds) {
    return ("%d participants, %d colluders, delta %s, %d seeds of %d trials with the target and as"
            + " many without, confidence %s%n%-24s %7s %7s %8s %8s %9s %9s %8s %7s")
        .formatted(
            participants,
            colluders,
            delta,
            seeds,
            trials,
            confidence,
            "release",
            "claimed",
            "limit",
            "proven",
            "most",
            "advantage",
            "most",
            "bound",
            "broken");
  }

  String csv() {
    StringBuilder lines =
        new StringBuilder("release,claimed,limit,seed,proven,advantage,advantageBound\n");
    for (Row row : rows) {
      for (int seed = 0; seed < row.proven.size(); seed++) {
        lines.append(
            "%s,%s,%s,%d,%.6f,%.6f,%s%n"
                .formatted(
                    row.release,
                    row.epsilon == null ? "" : row.epsilon,
                    row.limit == null ? "" : row.limit,
                    seed + 1,
                    row.proven.get(seed),
                    row.advantages.get(seed),
                    row.advantageBound == null ? "" : row.advantageBound));
      }
    }
    return lines.toString();
  }
}
