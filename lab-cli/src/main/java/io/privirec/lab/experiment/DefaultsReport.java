package io.privirec.lab.experiment;

import java.util.List;

/// What `lab defaults` found.
///
/// @param seed of samples, generated data and starts
/// @param rows as they were measured
record DefaultsReport(long seed, List<Row> rows) {
  /// A default that is this part of its reference is good enough.
  static final double BAR = .95;

  /// An algorithm on a data set.
  ///
  /// @param supported items that enough users have to stay in a session
  /// @param history train interactions of a user on average
  /// @param settings of a session that gives no parameter, in words
  /// @param metric `ndcg@20`, or `rmse`, of which less is better
  /// @param reference in words
  /// @param best what the reference has
  record Row(
      String dataset,
      int users,
      int items,
      int supported,
      double history,
      String algorithm,
      String settings,
      String metric,
      double value,
      String reference,
      double best) {
    static final String RMSE = "rmse";

    /// Value over reference, of errors the reverse: 1 is as good as the reference.
    double ratio() {
      return metric.equals(RMSE) ? best / value : value / best;
    }

    /// Whether it is good enough: an error at most a twentieth larger, or a quality at most a
    /// twentieth less.
    boolean isGood() {
      return metric.equals(RMSE) ? value <= (2 - BAR) * best : value >= BAR * best;
    }

    String line() {
      return "%-16s %6d %6d %6d %6.1f  %-10s %-8s %.4f  %.4f  %.3f%s  %s  reference: %s"
          .formatted(
              dataset,
              users,
              items,
              supported,
              history,
              algorithm,
              metric,
              value,
              best,
              ratio(),
              isGood() ? " " : "!",
              settings,
              reference);
    }

    private String csv() {
      return "%s,%d,%d,%d,%.2f,%s,%s,%.6f,%.6f,%.4f%n"
          .formatted(
              dataset, users, items, supported, history, algorithm, metric, value, best, ratio());
    }
  }

  static String header() {
    return "%-16s %6s %6s %6s %6s  %-10s %-8s %-6s  %-6s  %-6s  settings"
        .formatted(
            "data",
            "users",
            "items",
            "stay",
            "items/u",
            "algorithm",
            "metric",
            "ours",
            "best",
            "ratio");
  }

  boolean isGood() {
    return rows.stream().allMatch(Row::isGood);
  }

  String csv() {
    StringBuilder lines =
        new StringBuilder(
            "dataset,users,items,supported,history,algorithm,metric,value,reference,ratio\n");
    rows.forEach(row -> lines.append(row.csv()));
    return lines.toString();
  }
}
