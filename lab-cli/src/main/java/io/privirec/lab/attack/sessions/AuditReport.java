package io.privirec.lab.attack.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Results of all attackers on sessions in a row.
///
/// @param limit standard errors from which on a measurement contradicts a claim: so many that all
///   checks together fail as seldom as a single check of three
/// @param norms largest norm of a user's integers in each sum
/// @param rows of each attacker
record AuditReport(
    int sessions,
    int participants,
    double limit,
    List<Norm> norms,
    List<Row> rows,
    List<Finding> findings) {
  AuditReport {
    norms = List.copyOf(norms);
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  /// The largest norm of a user's integers, before noise and masks.
  record Norm(int session, String sum, double largest, double sensitivity) {}

  /// Results of an attacker.
  ///
  /// @param epsilon of all sessions together, by the claims against this attacker
  /// @param shift μ = √(2ρ) of all sessions together
  /// @param noise of each sum; empty unless the attacker opens sums
  /// @param canary statistic of the user with the largest norm
  /// @param mean of all users' statistics, without what the users explain
  /// @param items precision of items of users
  /// @param popular precision of items if the attacker also knows how popular items are
  /// @param pairs AUC of pairs of items of users
  /// @param decoded of the first session over each snapshot, then of all sessions together
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String attacker,
      double epsilon,
      double delta,
      double shift,
      List<NoiseMeter.Sum> noise,
      @Nullable Estimate canary,
      @Nullable Estimate mean,
      @Nullable Estimate items,
      @Nullable Double popular,
      @Nullable Estimate pairs,
      List<Decoding.Score> decoded) {
    Row {
      noise = List.copyOf(noise);
      decoded = List.copyOf(decoded);
    }

    private List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: epsilon %.3f at delta %.1e, sqrt(2 rho) %.3f",
              attacker,
              epsilon,
              delta,
              shift));
      noise.stream()
          .collect(Collectors.groupingBy(NoiseMeter.Sum::name, TreeMap::new, Collectors.toList()))
          .forEach((name, sums) -> lines.add(variances(name, sums)));
      if (canary != null && mean != null) {
        lines.add(
            String.format(
                Locale.ROOT,
                "  canary %.3f, expected %.3f +- 1; mean over users off by %.4f +- %.4f",
                canary.measured(),
                canary.expected(),
                mean.measured(),
                mean.standardError()));
      }
      if (items != null && popular != null && pairs != null) {
        lines.add(
            String.format(
                Locale.ROOT,
                "  item precision %.4f, allowed %.4f, with popularity %.4f; AUC of pairs %.4f, allowed %.4f",
                items.measured(),
                items.expected(),
                popular,
                pairs.measured(),
                pairs.expected()));
      }
      if (!decoded.isEmpty()) {
        Decoding.Score together = decoded.getLast();
        lines.add(
            String.format(
                Locale.ROOT,
                "  whole histories %d of %d, wrong histories %d%s",
                decoded.stream().mapToInt(Decoding.Score::read).max().orElse(0),
                together.users(),
                together.wrong(),
                decoded.stream().anyMatch(Decoding.Score::endedByLimits)
                    ? "; a decoding was ended by its limits"
                    : ""));
      }
      return lines;
    }

    private static String variances(String name, List<NoiseMeter.Sum> sums) {
      DoubleSummaryStatistics ratios =
          sums.stream().mapToDouble(sum -> sum.variance().measured()).summaryStatistics();
      double furthest =
          sums.stream().mapToDouble(sum -> Math.abs(sum.variance().errors())).max().orElse(0);
      return String.format(
          Locale.ROOT,
          "  %s: honest variance %.4f to %.4f of the claim (+- %.4f), %.1f standard errors at most",
          name,
          ratios.getMin(),
          ratios.getMax(),
          sums.getFirst().variance().standardError(),
          furthest);
    }
  }

  /// The report for people.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (sessions == 0) {
      return lines;
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%d sessions of %d participants; a measurement may be %.2f standard errors off",
            sessions,
            participants,
            limit));
    norms.stream()
        .collect(Collectors.groupingBy(Norm::sum, TreeMap::new, Collectors.toList()))
        .forEach((sum, all) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%s: largest norm of a user's integers %.6f of the sensitivity",
                    sum,
                    all.stream()
                        .mapToDouble(norm -> norm.largest() / norm.sensitivity())
                        .max()
                        .orElse(0))));
    rows.forEach(row -> lines.addAll(row.lines()));
    findings.forEach(finding -> lines.add(finding.line()));
    return lines;
  }
}
