package io.privirec.edge.problem;

import java.time.Duration;

/// How slowly the other side of a connection may send or take.
///
/// @param grace waiting for it that is free
/// @param bytesPerSecond least average after that
public record Pace(Duration grace, long bytesPerSecond) {
  public Pace {
    if (grace.isNegative() || bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "the grace must not be negative and the pace must be at least 1B, not "
              + grace
              + " and "
              + bytesPerSecond
              + "B");
    }
  }

  /// Whether so many bytes may have cost so much waiting.
  public boolean isKept(long bytes, long waitedNanos) {
    return waitedNanos <= freeNanos(bytes);
  }

  /// How long so many bytes may be waited for.
  public long freeNanos(long bytes) {
    return grace.toNanos() + (long) (bytes * (1e9 / bytesPerSecond));
  }
}
