package io.privirec.privacy.text;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// `mechanism:name=value,…`. What is wrong is an [IllegalArgumentException], whose message is for
/// people.
final class NamedValues {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,19}");

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

  boolean has(String name) {
    return values.containsKey(name);
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
    return (int) whole(name, Integer.toString(otherwise), Integer.MAX_VALUE);
  }

  /// A whole number that is not negative; 0 where it is not stated.
  long longCount(String name) {
    return whole(name, "0", Long.MAX_VALUE);
  }

  private long whole(String name, String otherwise, long most) {
    used.add(name);
    String text = values.getOrDefault(name, otherwise);
    try {
      if (DIGITS.matcher(text).matches()) {
        long value = Long.parseLong(text);
        if (value <= most) {
          return value;
        }
      }
    } catch (NumberFormatException e) {
      // Too large, and refused with the others.
    }
    throw new IllegalArgumentException(
        "%s must be a whole number up to %s. Provided value: %s".formatted(name, most, text));
  }

  void requireAllUsed() {
    for (String name : values.keySet()) {
      if (!used.contains(name)) {
        throw new IllegalArgumentException("%s has no %s".formatted(mechanism, name));
      }
    }
  }
}
