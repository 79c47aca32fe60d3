package io.privirec.coordinator.participant;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.edge.auth.PublicKeyLookup;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ParticipantConfiguration {
  /// Request tokens are checked against the keys pinned at enrolment.
  @Bean
  PublicKeyLookup enrolledKeys(Participants participants) {
    return participant -> participants.find(participant).map(Participant::identityKey);
  }

  /// Used ones stay: an enrolment may be repeated.
  @Bean
  Collector tokenCollector(ParticipantStore store, Clock clock) {
    return new Collector("expired enrolment tokens", () -> store.forgetTokens(clock.instant()));
  }
}
