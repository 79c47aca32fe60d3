package io.privirec.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reference values, computed with 50 digits and cross-checked against Google's dp_accounting
/// 0.6.0; and how far ours are from them.
final class Golden {
  /// Closed forms.
  static final double CLOSED = 1e-9;

  /// Roots and tails.
  static final double ROOT = 1e-6;

  private static final JsonNode ALL = read();

  private final String section;
  private double worst;
  private int compared;

  Golden(String section) {
    this.section = section;
  }

  private static JsonNode read() {
    try (InputStream in = Golden.class.getResourceAsStream("/dp_golden.json")) {
      return JsonMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Iterable<JsonNode> cases() {
    return ALL.get(section);
  }

  static double[] numbers(String section) {
    double[] numbers = new double[ALL.get(section).size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = ALL.get(section).get(i).asDouble();
    }
    return numbers;
  }

  /// The fields of an object, by number.
  static Map<Double, Double> byNumber(JsonNode object) {
    Map<Double, Double> values = new TreeMap<>();
    object
        .properties()
        .forEach(entry -> values.put(Double.valueOf(entry.getKey()), entry.getValue().asDouble()));
    return values;
  }

  void check(double ours, JsonNode reference, double tolerance) {
    check(ours, reference.asDouble(), tolerance);
  }

  void check(double ours, double reference, double tolerance) {
    double error = ours == reference ? 0 : Math.abs(ours - reference) / Math.abs(reference);
    assertThat(error)
        .as("%s: ours %s, reference %s", section, ours, reference)
        .isLessThan(tolerance);
    worst = Math.max(worst, error);
    compared++;
  }

  /// Requires that something was compared, and says how well.
  void done() {
    assertThat(compared).isPositive();
    System.out.printf(
        "dp_golden %s: %d values, worst relative error %.1e%n", section, compared, worst);
  }
}
