package io.privirec.edge.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BucketsTest {
  @Test
  void callers_beyondThoseRemembered_takeNoMoreMemory() {
    Buckets buckets = new Buckets(new RateLimitSettings(1, Duration.ofHours(1), 10));
    for (int n = 0; n < 1_000; n++) {
      buckets.take(new Caller("address", "10.0.0." + n));
    }
    assertThat(buckets.size()).isLessThanOrEqualTo(10);
  }

  @Test
  void settings_outOfRange_areRefused() {
    assertThatThrownBy(() -> new RateLimitSettings(-1, Duration.ofSeconds(1), 1))
        .hasMessageContaining("requests");
    assertThatThrownBy(() -> new RateLimitSettings(1, Duration.ofMillis(1_500), 1))
        .hasMessageContaining("window");
    assertThatThrownBy(() -> new RateLimitSettings(1, Duration.ofSeconds(1), 0))
        .hasMessageContaining("callers");
  }
}
