package io.privirec.client.participant;

import io.privirec.client.TrustSettings;
import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Wires the hosting of participants.
@Configuration(proxyBeanMethods = false)
@Import(HostedParticipants.class)
class ParticipantConfiguration {
  @Bean
  Hosting hosting(
      ParticipantStore store,
      CoordinatorClient coordinator,
      EnrolmentListener listener,
      TrustSettings trust,
      SecureRandom random,
      Clock clock) {
    requirePinned(store, trust);
    return new Hosting(store, coordinator, listener, trust.pinnedCoordinator(), random, clock);
  }

  /// A key given later must be the one that was met first: else somebody else was.
  private static void requirePinned(ParticipantStore store, TrustSettings trust) {
    for (Participant participant : store.enrolled()) {
      PublicIdentityKey pinned = participant.coordinatorKey();
      PublicIdentityKey given = trust.pinnedCoordinator().orElse(pinned);
      if (!given.equals(pinned)) {
        throw new InvalidConfigurationPropertyValueException(
            "privirec.client.coordinator-key",
            given,
            participant.id() + " enrolled with a coordinator of another key, " + pinned);
      }
    }
  }
}
