package io.privirec.edge.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestMeterFilterTest {
  private static final Duration[] BUCKETS = {Duration.ofMillis(10), Duration.ofSeconds(1)};

  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @BeforeEach
  void filter() {
    meters.config().meterFilter(new RequestMeterFilter());
  }

  private void answer(String status) {
    Timer.builder("http.server.requests")
        .tags("uri", "/v1/x", "status", status, "error", "none", "exception", "none")
        .serviceLevelObjectives(BUCKETS)
        .register(meters)
        .record(Duration.ofMillis(5));
  }

  @Test
  void successes_haveAllBuckets_andNoTagOfAnException() {
    answer("200");
    answer("201");
    assertThat(meters.scrape())
        .contains("http_server_requests_seconds_bucket{status=\"200\",uri=\"/v1/x\",le=\"0.01\"} 1")
        .contains("http_server_requests_seconds_bucket{status=\"201\",uri=\"/v1/x\",le=\"1.0\"} 1")
        .doesNotContain("exception", "error");
  }

  @Test
  void refusals_areOneSeriesWithOneBucket() {
    List.of("200", "400", "401", "404", "503").forEach(this::answer);
    assertThat(meters.scrape())
        .contains("http_server_requests_seconds_count{status=\"4xx\",uri=\"/v1/x\"} 3")
        .contains("http_server_requests_seconds_bucket{status=\"4xx\",uri=\"/v1/x\",le=\"1.0\"} 3")
        .contains("http_server_requests_seconds_count{status=\"503\",uri=\"/v1/x\"} 1")
        .contains("http_server_requests_seconds_bucket{status=\"503\",uri=\"/v1/x\",le=\"1.0\"} 1")
        .doesNotContain("status=\"4xx\",uri=\"/v1/x\",le=\"0.01\"");
  }

  @Test
  void requestsUnderWay_haveNoBuckets_andOtherMetersStay() {
    LongTaskTimer.builder("http.server.requests.active")
        .serviceLevelObjectives(BUCKETS)
        .register(meters)
        .start();
    Timer.builder("other")
        .tags("status", "404")
        .serviceLevelObjectives(BUCKETS)
        .register(meters)
        .record(Duration.ofMillis(5));
    assertThat(meters.scrape())
        .contains("http_server_requests_active_seconds_count 1")
        .doesNotContain("active_seconds_bucket")
        .contains("other_seconds_bucket{status=\"404\",le=\"0.01\"} 1");
  }
}
