package io.privirec.lab.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.privirec.filter.data.Dataset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `lab dpals` found.
///
/// @param dataset its name
/// @param sha256 its fingerprint
/// @param metric `rmse`, the less the better, or `recall@20`
/// @param colluders whose noise does not count
/// @param losses that rounds bear; 0: they are closed
/// @param splits their seeds
/// @param runs of each split
/// @param rows so far
/// @param failures epsilons without a model, with the reason
record DpalsReport(
    String dataset,
    String sha256,
    String metric,
    int participants,
    int colluders,
    int losses,
    double delta,
    List<Long> splits,
    int runs,
    List<Row> rows,
    List<String> failures) {
  static DpalsReport of(
      Dataset dataset,
      String metric,
      int participants,
      int colluders,
      int losses,
      double delta,
      List<Long> splits,
      int runs) {
    return new DpalsReport(
        dataset.name(),
        dataset.sha256(),
        metric,
        participants,
        colluders,
        losses,
        delta,
        splits,
        runs,
        new ArrayList<>(),
        new ArrayList<>());
  }

  /// One model.
  ///
  /// @param epsilon null where no privacy is needed
  /// @param mean over splits and runs
  /// @param spread standard deviation over them
  /// @param values of each
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String method, @Nullable Double epsilon, double mean, double spread, List<Double> values) {
    static Row of(String method, @Nullable Double epsilon, List<Double> values) {
      double mean = values.stream().mapToDouble(n -> n).average().orElseThrow();
      double squares = values.stream().mapToDouble(n -> (n - mean) * (n - mean)).sum();
      return new Row(
          method, epsilon, mean, Math.sqrt(squares / Math.max(1, values.size() - 1)), values);
    }

    String line() {
      return "%-24s %7s %9.4f ± %.4f"
          .formatted(method, epsilon == null ? "" : epsilon, mean, spread);
    }
  }

  String header() {
    return ("%s  sha256 %s%n%d participants, %d colluders, %d losses, delta %.3g, splits %s, %d runs"
            + " each%n%-24s %7s %9s %8s")
        .formatted(
            dataset,
            sha256,
            participants,
            colluders,
            losses,
            delta,
            splits,
            runs,
            "method",
            "epsilon",
            metric,
            "spread");
  }

  String csv() {
    return rows.stream()
        .map(row ->
            "%s,%s,%.6f,%.6f%n"
                .formatted(
                    row.method.replace(",", ""),
                    row.epsilon == null ? "" : row.epsilon,
                    row.mean,
                    row.spread))
        .collect(Collectors.joining("", "method,epsilon,%s,spread%n".formatted(metric), ""));
  }

  @JsonIgnore
  boolean hasNoisyRows() {
    return rows.stream().anyMatch(row -> row.epsilon != null);
  }

  /// A line for each model; those without noise are level.
  String svg() {
    LinePlot plot = new LinePlot("epsilon", metric);
    double[] epsilons =
        rows.stream()
            .filter(row -> row.epsilon != null)
            .mapToDouble(row -> row.epsilon == null ? 0 : row.epsilon)
            .sorted()
            .toArray();
    for (Row row : rows) {
      if (row.epsilon != null) {
        plot.add(row.method, row.epsilon, row.mean);
      } else {
        plot.add(row.method, epsilons[0], row.mean);
        plot.add(row.method, epsilons[epsilons.length - 1], row.mean);
      }
    }
    return plot.svg();
  }
}
