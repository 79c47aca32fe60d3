package io.privirec.edge.metrics;

import io.micrometer.core.instrument.config.MeterFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/// Meters of requests.
@AutoConfiguration
class MetricsAutoConfiguration {
  /// After the filter of Spring Boot, at 0, which sets the buckets.
  @Bean
  @Order(1)
  MeterFilter requestMeters() {
    return new RequestMeterFilter();
  }
}
