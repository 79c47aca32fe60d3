package io.privirec.client.coordinator;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// How often a call is repeated, and how long to wait in between: doubling, with jitter, bounded.
///
/// @param attempts calls in all, at least 1
public record Backoff(int attempts, Duration first, Duration longest) {
  public static final Backoff DEFAULT =
      new Backoff(6, Duration.ofMillis(100), Duration.ofSeconds(3));

  public Backoff {
    if (attempts < 1 || first.isNegative() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("attempts must be at least 1, and first ≤ longest");
    }
  }

  /// How long to wait after so many failed attempts.
  Duration after(int failedAttempts) {
    long millis = first.toMillis() << Math.min(failedAttempts - 1, 20);
    long capped = Math.min(millis, longest.toMillis());
    return Duration.ofMillis(capped - ThreadLocalRandom.current().nextLong(capped / 4 + 1));
  }
}
