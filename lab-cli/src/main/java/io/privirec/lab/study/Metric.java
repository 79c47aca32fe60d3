package io.privirec.lab.study;

import java.util.List;

/// A metric of several runs.
///
/// @param standardDeviation of a single run, from n - 1 degrees of freedom; 0 for a single run
/// @param values by run
public record Metric(double mean, double standardDeviation, List<Double> values) {
  public Metric {
    values = List.copyOf(values);
  }

  /// Summarises the values of runs.
  ///
  /// @param values at least one
  public static Metric of(List<Double> values) {
    double mean = values.stream().mapToDouble(value -> value).average().orElseThrow();
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    return new Metric(mean, Math.sqrt(squares / Math.max(1, values.size() - 1)), values);
  }
}
