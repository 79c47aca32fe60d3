package io.privirec.stage.meters;

import java.util.function.Predicate;

/// Meters of one moment.
///
/// @param exposition in the text format of Prometheus: a line `name{label="value",…} number` each
public record Meters(String exposition) {
  /// Used memory of a JVM, by area.
  public static final String MEMORY = "jvm_memory_used_bytes";

  /// The sum over all series of a name that have a label; 0 when there is none. Values below 0
  /// count as 0: so does the JVM say that it does not know.
  ///
  /// @param label with its value: `area="heap"`
  public long sum(String name, String label) {
    return (long) total(name, label);
  }

  /// The same, with what follows the point.
  public double total(String name, String label) {
    Predicate<String> wanted =
        line ->
            line.startsWith(name + "{")
                && line.substring(0, line.lastIndexOf('}') + 1).contains(label);
    return exposition
        .lines()
        .filter(wanted)
        .mapToDouble(
            line -> Math.max(0, Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))))
        .sum();
  }
}
