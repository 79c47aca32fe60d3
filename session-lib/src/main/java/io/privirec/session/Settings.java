package io.privirec.session;

import java.util.function.LongSupplier;
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

  static <T> T settled(@Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("a parameter is missing");
    }
    return value;
  }
}
