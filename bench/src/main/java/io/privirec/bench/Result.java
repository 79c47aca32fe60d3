package io.privirec.bench;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/// One line of the table.
///
/// @param what what was measured
/// @param value in the unit; NaN if it could not be measured
/// @param bar what the value must keep; empty where it only informs
record Result(String what, double value, String unit, Optional<Bar> bar) {

  /// A limit in the unit of the result.
  sealed interface Bar {
    record AtLeast(double limit) implements Bar {}

    record AtMost(double limit) implements Bar {}
  }

  static Result of(String what, double value, String unit) {
    return new Result(what, value, unit, Optional.empty());
  }

  Result atLeast(double limit) {
    return new Result(what, value, unit, Optional.of(new Bar.AtLeast(limit)));
  }

  Result atMost(double limit) {
    return new Result(what, value, unit, Optional.of(new Bar.AtMost(limit)));
  }

  /// Whether there is a bar that the value does not keep; what could not be measured keeps none.
  boolean missesBar() {
    return bar.isPresent()
        && !switch (bar.get()) {
          case Bar.AtLeast(double limit) -> value >= limit;
          case Bar.AtMost(double limit) -> value <= limit;
        };
  }

  String row() {
    String measured = Double.isNaN(value) ? "not measured" : number(value) + " " + unit;
    String limit =
        bar.map(b ->
                switch (b) {
                  case Bar.AtLeast(double least) -> "≥ " + limit(least) + " " + unit;
                  case Bar.AtMost(double most) -> "≤ " + limit(most) + " " + unit;
                })
            .orElse("");
    String verdict = bar.isEmpty() ? "" : missesBar() ? "MISSED" : "pass";
    return row(what, measured, limit, verdict);
  }

  static String row(String what, String measured, String bar, String verdict) {
    return "%-72s %14s %12s  %s".formatted(what, measured, bar, verdict).stripTrailing();
  }

  private static String limit(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static String number(double value) {
    String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
