package io.privirec.bench;

import java.math.BigDecimal;
import java.util.Locale;

/// One line of the table.
///
/// @param what what was measured
/// @param value in the unit; NaN if it could not be measured
/// @param atLeast what the value must keep; NaN where there is no such bar
/// @param atMost likewise
record Result(String what, double value, String unit, double atLeast, double atMost) {
  static Result of(String what, double value, String unit) {
    return new Result(what, value, unit, Double.NaN, Double.NaN);
  }

  Result atLeast(double limit) {
    return new Result(what, value, unit, limit, atMost);
  }

  Result atMost(double limit) {
    return new Result(what, value, unit, atLeast, limit);
  }

  private boolean hasBar() {
    return !Double.isNaN(atLeast) || !Double.isNaN(atMost);
  }

  /// Whether there is a bar that the value does not keep; what could not be measured keeps none.
  boolean missesBar() {
    return hasBar() && (Double.isNaN(value) || value < atLeast || value > atMost);
  }

  String row() {
    String measured = Double.isNaN(value) ? "not measured" : number(value) + " " + unit;
    String bar =
        !hasBar()
            ? ""
            : Double.isNaN(atMost)
                ? "≥ " + limit(atLeast) + " " + unit
                : "≤ " + limit(atMost) + " " + unit;
    return row(what, measured, bar, !hasBar() ? "" : missesBar() ? "MISSED" : "pass");
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
