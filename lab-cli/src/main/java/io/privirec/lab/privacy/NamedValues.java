package io.privirec.lab.privacy;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// `mechanism:name=value,…`. What is wrong is an [IllegalArgumentException] for the user.
final class NamedValues {
  private final String mechanism;
  private final Map<String, String> values;
  private final Set<String> used = new HashSet<>();

  private NamedValues(String mechanism, Map<String, String> values) {
    this.mechanism = mechanism;
    this.values = values;
  }

  static NamedValues parse(String text) {
    int colon = text.indexOf(':');
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : colon < 0 ? new String[0] : text.substring(colon + 1).split(",")) {
      int equals = pair.indexOf('=');
      if (equals < 1 || values.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(
            "a release is MECHANISM:name=value,… with each name once. Provided value: " + text);
      }
    }
    return new NamedValues(colon < 0 ? text : text.substring(0, colon), values);
  }

  String mechanism() {
    return mechanism;
  }

  boolean isNone(String name) {
    return "none".equals(values.get(name)) && used.add(name);
  }

  Fraction fraction(String name) {
    used.add(name);
    String text = values.get(name);
    if (text == null) {
      throw new IllegalArgumentException("%s needs %s".formatted(mechanism, name));
    }
    return Fraction.parse(name, text);
  }

  double number(String name) {
    return fraction(name).toDouble();
  }

  double number(String name, double otherwise) {
    return values.containsKey(name) ? number(name) : otherwise;
  }

  /// A whole number that is not negative.
  int count(String name, int otherwise) {
    used.add(name);
    String text = values.getOrDefault(name, Integer.toString(otherwise));
    if (!text.matches("\\d{1,9}")) {
      throw new IllegalArgumentException(
          "%s must be a whole number below 10^9. Provided value: %s".formatted(name, text));
    }
    return Integer.parseInt(text);
  }

  void requireAllUsed() {
    for (String name : values.keySet()) {
      if (!used.contains(name)) {
        throw new IllegalArgumentException("%s has no %s".formatted(mechanism, name));
      }
    }
  }
}
