package io.privirec.coordinator.session;

import io.privirec.coordinator.draft.SessionTerms;
import io.privirec.coordinator.roster.Rosters.UsedCells;
import io.privirec.coordinator.roster.Rosters.UsedCells.UsedCell;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.WarmUpTask;
import io.privirec.federation.SumUses;
import io.privirec.federation.local.WarmUpSession;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.round.ActiveSessions;
import io.privirec.round.RoundStore;
import io.privirec.round.Rounds;
import io.privirec.round.UploadLimits;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import({
  Bisection.class,
  EarlyEnd.class,
  EarlyRelease.class,
  HolderRejections.class,
  ReleaseDrafts.class,
  RoundOpener.class,
  SessionAlgorithms.class,
  SessionCollector.class,
  SessionCrew.class,
  SessionDirectory.class,
  SessionDriver.class,
  SessionViews.class,
  Sessions.class,
  Stopwatch.class
})
class SessionConfiguration {
  @Bean
  WarmUpTask warmUpTask() {
    return WarmUpSession::run;
  }

  @Bean
  SumUses sumUses() {
    return new SumUses();
  }

  @Bean
  SnapshotInterval snapshotInterval(SessionSettings settings) {
    return new SnapshotInterval(settings.snapshotInterval());
  }

  @Bean
  DiskOutage diskOutage(DataDirectory data, UploadLimits limits) {
    return new DiskOutage(data.path(), limits.diskReserveBytes());
  }

  @Bean
  PeerReports peerReports(EarlyEnd end, Rounds rounds, SessionAlgorithms algorithms, Clock clock) {
    return new PeerReports(
        end, rounds, session -> algorithms.of(session).peers().isPresent(), clock);
  }

  /// The memory of participants about sums without noise.
  @Bean
  UsedCells usedCells(SessionStore store, RoundStore rounds) {
    return () ->
        rounds.sessionsWithMessages().stream()
            .map(store::find)
            .flatMap(Optional::stream)
            .filter(session -> AlgorithmRegistry.isWithoutNoise(session.parameters()))
            .flatMap(SessionConfiguration::cells)
            .distinct()
            .toList();
  }

  private static Stream<UsedCell> cells(AggregationSession session) {
    return session.terms() instanceof SessionTerms.Closed closed
        ? closed.cells().stream().map(cell -> new UsedCell(closed.roster().version(), cell))
        : Stream.empty();
  }

  @Bean
  ActiveSessions activeSessions(SessionStore store) {
    return store::active;
  }
}
