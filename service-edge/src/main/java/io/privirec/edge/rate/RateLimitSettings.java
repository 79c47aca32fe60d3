package io.privirec.edge.rate;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How many requests a caller may send, under `privirec.rate-limit`.
///
/// @param requests requests of one caller, known by its token or else its address, that are
///   answered in a window, and at once after a rest; 0: any number
/// @param window length of the window, whole seconds
/// @param callers callers that are remembered at once
@ConfigurationProperties("privirec.rate-limit")
record RateLimitSettings(
    @DefaultValue("10000") long requests,
    @DefaultValue("1s") Duration window,
    @DefaultValue("20000") int callers) {
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
