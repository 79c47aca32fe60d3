package io.privirec.client.runtime;

import io.privirec.client.catalogue.Catalogues;
import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.interactions.InteractionStore;
import io.privirec.client.ledger.PrivacyLedgers;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.participant.TrustSettings;
import io.privirec.client.peer.PeerMeetings;
import io.privirec.client.roster.Rosters;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.datadir.DataDisk;
import io.privirec.edge.datadir.DiskReserve;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.lifecycle.WarmUpTask;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.edge.trace.SessionTraces;
import io.privirec.federation.Algorithm;
import io.privirec.federation.SumUses;
import io.privirec.federation.local.WarmUpSession;
import io.privirec.serving.release.UsableSpace;
import java.security.SecureRandom;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the runtime: it starts when the service is ready and stops before the database does.
@Configuration(proxyBeanMethods = false)
class RuntimeConfiguration {
  private static final Logger log = LoggerFactory.getLogger(RuntimeConfiguration.class);

  @Bean
  Snapshots snapshots(DataDirectory data) {
    return new Snapshots(data.directory("sessions").resolve("snapshots"));
  }

  /// Masked vectors and broadcasts claim room above the same reserve.
  @Bean
  DiskReserve diskReserve() {
    return new DiskReserve(UsableSpace.RESERVE_BYTES);
  }

  @Bean
  SumAdmission sumAdmission(PrivacyLedgers ledgers, Rosters rosters) {
    return new SumAdmission(ledgers, new SumUses(), rosters::roster);
  }

  @Bean
  Newcomers newcomers(Rosters rosters, StandingApprovals approvals, ConsentSettings settings) {
    return new Newcomers(
        rosters::roster,
        rosters::namesOf,
        approvals,
        settings.joinAlone() == ConsentSettings.JoinAlone.ASK);
  }

  @Bean
  Consents consents(
      ConsentStore store,
      InteractionStore interactions,
      Snapshots snapshots,
      Rosters rosters,
      SumAdmission admission,
      Clock clock,
      ConsentSettings settings) {
    return new Consents(
        store, interactions, snapshots, rosters, admission, clock, settings.minInterval());
  }

  @Bean
  LoopFailures loopFailures(
      DatabaseFaults database, DataDisk disk, CoordinatorContact coordinator) {
    return new LoopFailures(database, disk::refused, coordinator);
  }

  @Bean
  RuntimeParts runtimeParts(
      ParticipationStore store,
      PrivacyLedgers ledgers,
      Consents consents,
      Catalogues catalogues,
      Snapshots snapshots,
      DataDirectory data,
      PeerMeetings meetings,
      ConsentSettings settings,
      TrustSettings trust,
      Rosters rosters,
      SumAdmission admission,
      Exposures exposures,
      Newcomers newcomers,
      Clock clock,
      ParticipantStore participants,
      SecureRandom random,
      RuntimeObserver observer,
      LoopFailures failures,
      SessionTraces traces,
      ObjectProvider<Pause> pause) {
    return new RuntimeParts(
        store,
        new RoundSteps(store, rosters, ledgers, kernel()),
        consents,
        settings,
        new RejectionWord(settings.answerDelay(), clock),
        catalogues,
        snapshots,
        new Broadcasts(data.directory("sessions").resolve("broadcasts")),
        new MaskedVectors(data.directory("sessions").resolve("masked")),
        new Algorithms(),
        new ContributionPool(
            Runtime.getRuntime().availableProcessors(), pause.getIfAvailable(() -> Thread::sleep)),
        meetings,
        new Trust(trust.threatModel(), rosters.isKeyed(), rosters::roster),
        admission,
        exposures,
        newcomers,
        participants::noiseSecret,
        kernel(),
        clock,
        random,
        observer,
        failures,
        traces);
  }

  @Bean(destroyMethod = "close")
  ParticipantRuntime participantRuntime(
      ParticipantStore participants,
      CoordinatorClient coordinator,
      RuntimeParts parts,
      ReleaseListener releases) {
    return new ParticipantRuntime(participants, coordinator.another(), parts, releases);
  }

  /// What the jar of the algorithms says; builds that were not packaged count as one version.
  private static String kernel() {
    @Nullable String version = Algorithm.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Bean
  WarmUpTask warmUpTask() {
    return WarmUpSession::run;
  }

  @Bean
  ApplicationListener<ApplicationReadyEvent> startRuntime(
      ParticipantRuntime runtime, RuntimeParts parts) {
    return ready -> {
      log.info(
          "By privirec.client.sums-without-noise {}. Earlier versions decided by"
              + " privirec.client.approval",
          parts.policy().rule());
      runtime.start();
    };
  }

  @Bean
  Exposures exposures(
      ParticipationStore store,
      Consents consents,
      PrivacyLedgers ledgers,
      Clock clock,
      ConsentSettings settings) {
    return new Exposures(store, consents, ledgers, clock, settings.exposureTimeLimit());
  }

  @Bean
  Participations participations(
      ParticipationStore store,
      Consents consents,
      Rosters rosters,
      Newcomers newcomers,
      Exposures exposures) {
    return new Participations(store, consents, rosters, newcomers, exposures);
  }
}
