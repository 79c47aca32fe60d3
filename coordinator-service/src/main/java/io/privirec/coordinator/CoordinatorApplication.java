package io.privirec.coordinator;

import io.privirec.edge.Service;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/// The coordinator: who takes part, what is computed together, what is published.
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
class CoordinatorApplication {
  /// Starts the service.
  public static void main(String[] args) {
    Service.run(CoordinatorApplication.class, args);
  }

  /// Ticks in microseconds, which is what PostgreSQL keeps.
  @Bean
  Clock clock() {
    return Clock.tick(Clock.systemUTC(), Duration.of(1, ChronoUnit.MICROS));
  }

  @Bean
  SecureRandom secureRandom() {
    return new SecureRandom();
  }
}
