package io.privirec.client.runtime;

import io.privirec.client.ClientSettings;
import io.privirec.client.TrustSettings;
import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.coordinator.Backoff;
import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.interactions.InteractionStore;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.roster.Rosters;
import io.privirec.edge.datadir.DataDirectory;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the runtime: it starts when the service is ready and stops before the database does.
@Configuration(proxyBeanMethods = false)
class RuntimeConfiguration {
  @Bean(destroyMethod = "close")
  ParticipantRuntime participantRuntime(
      ParticipantStore participants,
      InteractionStore interactions,
      Catalogues catalogues,
      CoordinatorClient coordinator,
      ParticipationStore store,
      DataDirectory data,
      ClientSettings settings,
      TrustSettings trust,
      Rosters rosters,
      SecureRandom random,
      Clock clock,
      ReleaseListener releases,
      RuntimeObserver observer) {
    return new ParticipantRuntime(
        participants,
        interactions,
        catalogues,
        new CoordinatorClient(coordinator.url(), Backoff.DEFAULT, clock),
        store,
        data.directory("sessions"),
        new Trust(trust.threatModel(), trust.strictOnly(), rosters::members),
        settings.approval() == ClientSettings.Approval.AUTO,
        random,
        releases,
        observer);
  }

  @Bean
  ApplicationListener<ApplicationReadyEvent> startRuntime(ParticipantRuntime runtime) {
    return ready -> runtime.start();
  }

  @Bean
  Participations participations(ParticipationStore store) {
    return new Participations(store);
  }
}
