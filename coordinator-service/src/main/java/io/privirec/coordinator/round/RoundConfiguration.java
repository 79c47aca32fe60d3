package io.privirec.coordinator.round;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.identity.CoordinatorIdentity;
import io.privirec.edge.datadir.DataDirectory;
import java.io.IOException;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RoundConfiguration {
  @Bean
  ChangeSignal changeSignal() {
    return new ChangeSignal();
  }

  @Bean
  RoundStates roundStates(RoundStore store) {
    return new RoundStates(store);
  }

  @Bean
  StagedBlobs stagedBlobs(DataDirectory data) throws IOException {
    return new StagedBlobs(data.directory("blobs"));
  }

  @Bean
  SumFiles sumFiles(DataDirectory data) {
    return new SumFiles(data.directory("sums"));
  }

  @Bean
  ChunkStaging chunkStaging(
      ChunkStore store, RoundStates states, StagedBlobs blobs, RoundObserver observer) {
    return new ChunkStaging(store, states, blobs, observer);
  }

  @Bean
  Rounds rounds(
      RoundStore store,
      RoundStates states,
      ChunkStaging chunks,
      StagedBlobs blobs,
      CoordinatorIdentity identity,
      ChangeSignal signal,
      RoundObserver observer,
      Clock clock) {
    return new Rounds(store, states, chunks, blobs, identity, signal, observer, clock);
  }

  @Bean
  RoundSummer roundSummer(
      RoundStore store,
      RoundStates states,
      SumFiles sums,
      StagedBlobs blobs,
      ChangeSignal signal,
      RoundObserver observer,
      Clock clock) {
    SumEngine engine = new LocalSumEngine(blobs, sums, Runtime.getRuntime().availableProcessors());
    return new RoundSummer(store, states, engine, sums, blobs, signal, observer, clock);
  }

  @Bean
  Collector roundCollector(
      RoundStore store,
      RoundStates states,
      ChunkStore records,
      ChunkStaging staging,
      StagedBlobs blobs,
      SumFiles sums,
      Clock clock) {
    return new RoundCollector(store, states, records, staging, blobs, sums, clock);
  }
}
