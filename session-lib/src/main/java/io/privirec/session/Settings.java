package io.privirec.session;

import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How gaps in parameters are filled and found.
final class Settings {
  private Settings() {}

  static <T> T orElse(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  static long orDrawn(@Nullable Long seed, LongSupplier seeds) {
    return seed == null ? seeds.getAsLong() : seed;
  }

  static void require(String name, boolean condition, String range)
      throws InvalidParametersException {
    if (!condition) {
      throw new InvalidParametersException("/parameters/" + name, name + " " + range);
    }
  }

  /// Refuses a parameter that belongs to other models only.
  static void requireAbsent(String model, String name, @Nullable Object value)
      throws InvalidParametersException {
    require(name, value == null, "does not belong to the model " + model);
  }

  /// The one of that name; the first when none is named.
  static <T> T choice(
      String parameter, @Nullable String name, List<T> all, Function<T, String> label)
      throws InvalidParametersException {
    if (name == null) {
      return all.getFirst();
    }
    for (T each : all) {
      if (label.apply(each).equals(name)) {
        return each;
      }
    }
    String names = all.stream().map(label).collect(Collectors.joining(", "));
    throw new InvalidParametersException(
        "/parameters/" + parameter, parameter + " must be one of " + names);
  }

  static <T> T settled(@Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("a parameter is missing");
    }
    return value;
  }
}
