package io.privirec.client.participant;

import io.privirec.client.coordinator.CoordinatorClient;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the hosting of participants.
@Configuration(proxyBeanMethods = false)
class ParticipantConfiguration {
  @Bean
  HostedParticipants hostedParticipants(ParticipantStore store) {
    return new HostedParticipants(store);
  }

  @Bean
  Hosting hosting(
      ParticipantStore store,
      CoordinatorClient coordinator,
      EnrolmentListener listener,
      SecureRandom random,
      Clock clock) {
    return new Hosting(store, coordinator, listener, random, clock);
  }
}
