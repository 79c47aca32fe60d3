package io.privirec.coordinator.participant;

import io.privirec.coordinator.housekeeping.Collector;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ParticipantConfiguration {
  @Bean
  Participants participants(ParticipantStore store, Clock clock, SecureRandom random) {
    return new Participants(store, clock, random);
  }

  @Bean
  Collector tokenCollector(ParticipantStore store, Clock clock) {
    return new TokenCollector(store, clock);
  }
}
