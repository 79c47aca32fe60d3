package io.privirec.edge.rate;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// How many requests a caller may send, under `privirec.rate-limit`.
///
/// @param requests in a window, and at once after a rest; 0: any number
/// @param window whole seconds
/// @param callers remembered at once
@ConfigurationProperties("privirec.rate-limit")
record RateLimitSettings(long requests, Duration window, int callers) {
  RateLimitSettings {
    if (requests < 0) {
      throw new IllegalArgumentException("requests must not be negative. Provided: " + requests);
    }
    if (window.toSeconds() < 1 || window.toNanosPart() != 0) {
      throw new IllegalArgumentException("window must be whole seconds. Provided: " + window);
    }
    if (callers < 1) {
      throw new IllegalArgumentException("callers must be at least 1. Provided: " + callers);
    }
  }
}
