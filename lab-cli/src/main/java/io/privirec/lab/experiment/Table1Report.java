package io.privirec.lab.experiment;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What `lab table1` found.
///
/// @param dataset its name
/// @param sha256 its fingerprint
/// @param items m
/// @param rank k
/// @param iterations L
record Table1Report(
    String dataset, String sha256, int items, int rank, int iterations, List<Row> rows) {
  /// What one participant uploads.
  ///
  /// @param formula in words
  /// @param numbers that the paper's formula counts
  /// @param formulaBytes the same, four bytes each
  /// @param plannedBytes masked vectors, as a session's plan tells before it starts
  /// @param measuredBytes bodies of all HTTP requests, the mean of the cohort; null where no
  ///   session was run
  /// @param measuredOfFormula how many times the formula's bytes that is
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Row(
      String algorithm,
      String formula,
      long numbers,
      long formulaBytes,
      long plannedBytes,
      @Nullable Long measuredBytes,
      @Nullable Double measuredOfFormula) {
    static Row of(
        String algorithm,
        String formula,
        long numbers,
        long plannedBytes,
        @Nullable Long measuredBytes) {
      long formulaBytes = Math.multiplyExact(Float.BYTES, numbers);
      return new Row(
          algorithm,
          formula,
          numbers,
          formulaBytes,
          plannedBytes,
          measuredBytes,
          measuredBytes == null ? null : (double) measuredBytes / formulaBytes);
    }

    String line() {
      return "%-11s %-26s %,15d %,15d %,15d %15s  %s"
          .formatted(
              algorithm,
              formula,
              numbers,
              formulaBytes,
              plannedBytes,
              measuredBytes == null ? "" : "%,d".formatted(measuredBytes),
              measuredOfFormula == null ? "not run" : "%.4f".formatted(measuredOfFormula));
    }
  }

  static String header() {
    return "%-11s %-26s %15s %15s %15s %15s  %s"
        .formatted(
            "algorithm", "formula", "numbers", "bytes", "planned", "measured", "of the formula");
  }

  String csv() {
    return rows.stream()
        .map(row ->
            "%s,%d,%d,%d,%s%n"
                .formatted(
                    row.algorithm,
                    row.numbers,
                    row.formulaBytes,
                    row.plannedBytes,
                    row.measuredBytes == null ? "" : row.measuredBytes))
        .collect(
            Collectors.joining(
                "", "algorithm,numbers,formula_bytes,planned_bytes,measured_bytes\n", ""));
  }
}
