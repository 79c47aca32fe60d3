package io.privirec.coordinator;

import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/// The coordinator: who takes part, what is computed together, what is published.
@SpringBootApplication
@EnableScheduling
public class CoordinatorApplication {
  /// Starts the service.
  public static void main(String[] args) {
    SpringApplication.run(CoordinatorApplication.class, args);
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  SecureRandom secureRandom() {
    return new SecureRandom();
  }
}
