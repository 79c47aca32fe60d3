package io.privirec.client.contribution;

import java.time.Duration;

/// Classes of time: up to 0.5 s, 1 s, 2 s, 4 s and so on. In sessions with noise a participant goes
/// on at the end of a class. The coordinator then sees the class of a computation, and no finer
/// measure of the data. The computation of a contribution begins with the load of the frozen data
/// and ends with the last masked chunk on disk.
final class TimeClass {
  private static final Duration SHORTEST = Duration.ofMillis(500);

  private TimeClass() {}

  /// Returns the time from the end of a computation to the end of its class.
  ///
  /// @param spent on the computation, at least 0
  static Duration rest(Duration spent) {
    Duration end = SHORTEST;
    while (end.compareTo(spent) < 0) {
      end = end.multipliedBy(2);
    }
    return end.minus(spent);
  }
}
