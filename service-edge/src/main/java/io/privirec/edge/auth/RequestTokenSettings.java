package io.privirec.edge.auth;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How participants' request tokens are read, under `privirec.request-tokens`.
///
/// @param clockLeeway how far a participant's clock may be ahead of this service's or behind it, up
///   to an hour
@ConfigurationProperties("privirec.request-tokens")
record RequestTokenSettings(@DefaultValue("5m") Duration clockLeeway) {
  private static final Duration MOST = Duration.ofHours(1);

  RequestTokenSettings {
    if (clockLeeway.isNegative() || clockLeeway.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "privirec.request-tokens.clock-leeway must be from 0 to 1h. Provided: " + clockLeeway);
    }
  }
}
