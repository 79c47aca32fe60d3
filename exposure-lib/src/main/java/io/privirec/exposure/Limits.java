package io.privirec.exposure;

import java.time.Duration;

/// Bounds of a reconstruction.
///
/// @param time after which no new row is begun
/// @param memory bytes that the equations and rows may take
/// @param usersOfRow most users that a row is split into, in [1, 12]
public record Limits(Duration time, long memory, int usersOfRow) {
  /// Ten minutes, 1 GiB, ten users.
  public static final Limits DEFAULT = new Limits(Duration.ofMinutes(10), 1L << 30, 10);

  private static final int MOST_USERS = 12;

  /// Checks ranges.
  public Limits {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time must be positive. Provided: " + time);
    }
    if (memory < 1) {
      throw new IllegalArgumentException("memory must be positive. Provided: " + memory);
    }
    if (usersOfRow < 1 || usersOfRow > MOST_USERS) {
      throw new IllegalArgumentException(
          "usersOfRow must be in [1, %d]. Provided: %d".formatted(MOST_USERS, usersOfRow));
    }
  }
}
