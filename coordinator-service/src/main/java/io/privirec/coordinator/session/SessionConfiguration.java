package io.privirec.coordinator.session;

import io.privirec.coordinator.catalogue.Catalogues;
import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.participant.Participants;
import io.privirec.coordinator.release.Releases;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.round.ActiveSessions;
import io.privirec.round.ChangeSignal;
import io.privirec.round.ChunkStaging;
import io.privirec.round.RoundSummer;
import io.privirec.round.Rounds;
import io.privirec.round.StagingBudget;
import io.privirec.round.WindowedSpool;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

@Configuration(proxyBeanMethods = false)
class SessionConfiguration {
  /// Of the heap: the rest is for requests, and for what a collector needs to move things.
  private static final double SHARE_OF_PLANS = .8;

  @Bean
  Sessions sessions(
      SessionStore store,
      Catalogues catalogues,
      Participants participants,
      Rosters rosters,
      Rounds rounds,
      ChunkStaging chunks,
      StagingBudget budget,
      ChangeSignal signal,
      Clock clock,
      SecureRandom random,
      @Value("${privirec.snapshot-interval}") Duration snapshotInterval) {
    return new Sessions(
        store,
        new SessionDrafts(
            catalogues,
            new CohortDrafts(participants, rosters),
            budget,
            (long) (SHARE_OF_PLANS * Runtime.getRuntime().maxMemory()),
            random),
        new SessionViews(store, rounds, chunks),
        new Bisection(rounds, rosters),
        new SnapshotInterval(snapshotInterval),
        budget,
        signal,
        clock,
        random);
  }

  @Bean
  SessionCrew sessionCrew(
      SessionStore store,
      Rounds rounds,
      RoundSummer summer,
      WindowedSpool spool,
      StagingBudget budget,
      Participants participants,
      Catalogues catalogues,
      Rosters rosters,
      Releases releases,
      DataDirectory data,
      SessionObserver observer,
      ChangeSignal signal,
      Clock clock,
      SecureRandom random,
      @Value("${privirec.coordinator.disk-reserve}") DataSize reserve) {
    SessionDirectory directory = new SessionDirectory(data.path());
    RoundOpener opener =
        new RoundOpener(store, rounds, participants, catalogues, directory, budget, random);
    SessionDriver driver =
        new SessionDriver(
            store,
            rounds,
            summer,
            spool,
            opener,
            releases,
            catalogues,
            rosters,
            directory,
            observer,
            clock);
    return new SessionCrew(
        store, driver, new DiskOutage(data.path(), reserve.toBytes()), signal, clock);
  }

  @Bean
  ActiveSessions activeSessions(SessionStore store) {
    return store::active;
  }

  @Bean
  Collector sessionCollector(
      SessionStore store,
      Rounds rounds,
      Releases releases,
      DataDirectory data,
      @Value("${privirec.coordinator.keep-sessions}") int kept) {
    return new SessionCollector(store, rounds, releases, new SessionDirectory(data.path()), kept);
  }
}
