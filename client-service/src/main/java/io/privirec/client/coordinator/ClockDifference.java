package io.privirec.client.coordinator;

import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How far this holder's clock is ahead of the coordinator's, by the `Date` of its answers. The
/// coordinator rejects requests of participants whose clocks differ too much, so the log says when
/// they begin to differ, and when that ends. Thread-safe.
final class ClockDifference {
  private static final Logger log = LoggerFactory.getLogger(ClockDifference.class);

  /// A `Date` is whole seconds, and answers take a while.
  private static final Duration NOTABLE = Duration.ofSeconds(30);

  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

  private final Clock clock;
  private volatile @Nullable Duration ahead;

  ClockDifference(Clock clock) {
    this.clock = clock;
  }

  /// Takes the head of an answer that has just come.
  void heard(HttpHeaders headers) {
    headers.firstValue("Date").ifPresent(this::heard);
  }

  private void heard(String date) {
    Instant theirs;
    try {
      theirs = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)).plus(HALF_A_SECOND);
    } catch (DateTimeException unreadable) {
      return;
    }
    Duration now = Duration.between(theirs, clock.instant());
    boolean differed = isNotable(ahead);
    ahead = now;
    if (isNotable(now) && !differed) {
      log.warn(
          "This holder's clock is {} s {} the coordinator's: set it. The coordinator rejects requests of clocks that differ too much",
          now.abs().toSeconds(),
          now.isNegative() ? "behind" : "ahead of");
    } else if (differed && !isNotable(now)) {
      log.info("This holder's clock agrees with the coordinator's again");
    }
  }

  private static boolean isNotable(@Nullable Duration ahead) {
    return ahead != null && ahead.abs().compareTo(NOTABLE) > 0;
  }

  /// Seconds; below 0: behind; NaN before the first answer.
  double seconds() {
    Duration known = ahead;
    return known == null ? Double.NaN : known.toMillis() / 1e3;
  }
}
