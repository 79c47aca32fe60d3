package io.privirec.client.coordinator;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the coordinator's client.
@Configuration(proxyBeanMethods = false)
class CoordinatorConfiguration {
  @Bean(destroyMethod = "close")
  CoordinatorClient coordinatorClient(CoordinatorSettings settings, Clock clock) {
    return new CoordinatorClient(settings.url(), Backoff.DEFAULT, clock);
  }
}
