package io.privirec.coordinator.round;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.housekeeping.HousekeepingSettings;
import io.privirec.coordinator.identity.CoordinatorIdentity;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.datadir.DiskReserve;
import io.privirec.round.ActiveSessions;
import io.privirec.round.ChangeSignal;
import io.privirec.round.ChunkStaging;
import io.privirec.round.ChunkStore;
import io.privirec.round.RoundCollector;
import io.privirec.round.RoundEngine;
import io.privirec.round.RoundObserver;
import io.privirec.round.RoundPorts;
import io.privirec.round.RoundStore;
import io.privirec.round.RoundSummer;
import io.privirec.round.Rounds;
import io.privirec.round.SpoolStore;
import io.privirec.round.StagingBudget;
import io.privirec.round.StagingRoom;
import io.privirec.round.UploadLimits;
import io.privirec.round.WindowedSpool;
import io.privirec.round.local.LocalBlobs;
import io.privirec.round.local.LocalSumEngine;
import java.io.IOException;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The round engine on the disk and the cores of this machine.
@Configuration(proxyBeanMethods = false)
class RoundConfiguration {
  @Bean
  ChangeSignal changeSignal() {
    return new ChangeSignal();
  }

  @Bean
  UploadLimits uploadLimits(RoundSettings settings) {
    return new UploadLimits(
        settings.uploadsPerParticipant(), settings.uploads(), settings.diskReserve().toBytes());
  }

  @Bean
  RoundPorts roundPorts(
      RoundStore rounds,
      ChunkStore chunks,
      SpoolStore spool,
      DataDirectory data,
      ActiveSessions sessions,
      RoundObserver observer)
      throws IOException {
    LocalBlobs blobs = new LocalBlobs(data.directory("blobs"));
    LocalSumEngine sums =
        new LocalSumEngine(
            blobs,
            data.directory("sums"),
            data.directory("masked-sums"),
            Runtime.getRuntime().availableProcessors());
    return new RoundPorts(rounds, chunks, spool, blobs, sums, sessions, observer);
  }

  @Bean
  RoundEngine roundEngine(
      RoundPorts ports,
      CoordinatorIdentity identity,
      UploadLimits limits,
      ChangeSignal signal,
      Clock clock) {
    return new RoundEngine(ports, identity.keys(), limits, signal, clock);
  }

  @Bean
  DiskReserve diskReserve(UploadLimits limits) {
    return new DiskReserve(limits.diskReserveBytes());
  }

  @Bean
  StagingRoom stagingRoom(RoundEngine engine, RoundSettings settings) {
    return engine.room(new StagingBudget(settings.stagingBudget().toBytes()));
  }

  @Bean
  Rounds rounds(RoundEngine engine) {
    return engine.rounds();
  }

  @Bean
  ChunkStaging chunkStaging(RoundEngine engine) {
    return engine.chunks();
  }

  @Bean
  WindowedSpool windowedSpool(RoundEngine engine) {
    return engine.spool();
  }

  @Bean
  RoundSummer roundSummer(RoundEngine engine) {
    return engine.summer();
  }

  @Bean
  Collector roundCollector(RoundEngine engine, HousekeepingSettings settings) {
    RoundCollector collector = engine.collector(settings.orphanAge());
    return new Collector() {
      @Override
      public String remains() {
        return "remains of rounds";
      }

      @Override
      public int collect() throws IOException {
        return collector.collect();
      }
    };
  }
}
