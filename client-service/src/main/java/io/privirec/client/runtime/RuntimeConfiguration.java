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
import io.privirec.federation.Algorithm;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the runtime: it starts when the service is ready and stops before the database does.
@Configuration(proxyBeanMethods = false)
class RuntimeConfiguration {
  @Bean
  Snapshots snapshots(DataDirectory data) {
    return new Snapshots(data.directory("sessions").resolve("snapshots"));
  }

  @Bean
  Consents consents(
      ConsentStore store,
      InteractionStore interactions,
      Snapshots snapshots,
      Rosters rosters,
      Clock clock,
      ClientSettings settings) {
    return new Consents(store, interactions, snapshots, rosters, clock, settings.minInterval());
  }

  @Bean(destroyMethod = "close")
  ParticipantRuntime participantRuntime(
      ParticipantStore participants,
      Catalogues catalogues,
      CoordinatorClient coordinator,
      ParticipationStore store,
      Snapshots snapshots,
      Consents consents,
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
        catalogues,
        new CoordinatorClient(coordinator.url(), Backoff.DEFAULT, clock),
        store,
        snapshots,
        new Broadcasts(data.directory("sessions").resolve("broadcasts")),
        consents,
        new ConsentPolicy(
            settings.approval() == ClientSettings.Approval.AUTO, settings.maxWaitingSessions()),
        new Trust(trust.threatModel(), rosters.isKeyed(), rosters::roster),
        kernel(),
        random,
        releases,
        observer);
  }

  /// What the jar of the algorithms says; builds that were not packaged count as one version.
  private static String kernel() {
    @Nullable String version = Algorithm.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Bean
  ApplicationListener<ApplicationReadyEvent> startRuntime(ParticipantRuntime runtime) {
    return ready -> runtime.start();
  }

  @Bean
  Participations participations(ParticipationStore store, Consents consents, Rosters rosters) {
    return new Participations(store, consents, rosters);
  }
}
