package io.privirec.coordinator.participant;

import io.privirec.coordinator.housekeeping.Collector;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ParticipantConfiguration {
  /// Used ones stay: an enrolment may be repeated.
  @Bean
  Collector tokenCollector(ParticipantStore store, Clock clock) {
    return new Collector("expired enrolment tokens", () -> store.forgetTokens(clock.instant()));
  }
}
