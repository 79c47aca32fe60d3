package io.privirec.exposure;

import java.time.Duration;

/// Bounds of a reconstruction.
///
/// @param time after which no new row is begun
/// @param memory bytes that the equations and rows of all threads together may take
/// @param usersOfRow most users that a row is split into, in [1, 12]
/// @param threads most threads that work at the same time, at least 1. The result depends on their
///   number only if the time ends the work
public record Limits(Duration time, long memory, int usersOfRow, int threads) {
  /// Ten minutes, 1 GiB, ten users, all cores.
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
          "usersOfRow must be in [1, %s]. Provided: %s".formatted(MOST_USERS, usersOfRow));
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1. Provided: " + threads);
    }
  }

  /// Bounds of a reconstruction on all cores.
  public Limits(Duration time, long memory, int usersOfRow) {
    this(time, memory, usersOfRow, Runtime.getRuntime().availableProcessors());
  }

  /// The same bounds with another time.
  Limits within(Duration otherTime) {
    return new Limits(otherTime, memory, usersOfRow, threads);
  }
}
