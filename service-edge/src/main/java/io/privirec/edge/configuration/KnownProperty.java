package io.privirec.edge.configuration;

import java.util.Optional;
import java.util.Set;

/// A property that the service has.
///
/// @param name in kebab case
/// @param type name of its class
/// @param preset value unless given
/// @param description sentences in Markdown
record KnownProperty(String name, String type, Optional<String> preset, String description) {
  private static final Set<String> QUANTITIES =
      Set.of(
          "java.lang.Double",
          "java.lang.Integer",
          "java.lang.Long",
          "java.time.Duration",
          "org.springframework.util.unit.DataSize");

  /// Whether it is an amount of something. None of them may be negative.
  boolean isQuantity() {
    return QUANTITIES.contains(type);
  }

  boolean isList() {
    return type.startsWith("java.util.List") || type.startsWith("java.util.Set");
  }
}
