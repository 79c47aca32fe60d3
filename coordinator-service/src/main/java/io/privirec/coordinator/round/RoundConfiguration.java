package io.privirec.coordinator.round;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.identity.CoordinatorIdentity;
import io.privirec.edge.datadir.DataDirectory;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

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
  SumFiles sums(DataDirectory data) {
    return new SumFiles(data.directory("sums"));
  }

  @Bean
  SumFiles maskedSums(DataDirectory data) {
    return new SumFiles(data.directory("masked-sums"));
  }

  @Bean
  SumEngine sumEngine(StagedBlobs blobs, SumFiles sums, SumFiles maskedSums) {
    return new LocalSumEngine(blobs, sums, maskedSums, Runtime.getRuntime().availableProcessors());
  }

  @Bean
  StagingBudget stagingBudget(@Value("${privirec.coordinator.staging-budget}") DataSize budget) {
    return new StagingBudget(budget.toBytes());
  }

  @Bean
  WindowedSpool windowedSpool(
      SpoolStore store,
      RoundStates states,
      StagedBlobs blobs,
      SumFiles maskedSums,
      SumEngine engine,
      ChangeSignal signal,
      Clock clock) {
    return new WindowedSpool(store, states, blobs, maskedSums, engine, signal, clock);
  }

  @Bean
  UploadSlots uploadSlots(
      DataDirectory data,
      @Value("${privirec.coordinator.uploads-per-participant}") int ofOne,
      @Value("${privirec.coordinator.uploads}") int inAll,
      @Value("${privirec.coordinator.disk-reserve}") DataSize reserve) {
    return new UploadSlots(
        new UploadSlots.Limits(ofOne, inAll, reserve.toBytes()), data.directory("blobs"));
  }

  @Bean
  ChunkStaging chunkStaging(
      ChunkStore store,
      RoundStates states,
      StagedBlobs blobs,
      UploadSlots slots,
      WindowedSpool spool,
      RoundObserver observer) {
    return new ChunkStaging(store, states, blobs, slots, spool, observer);
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
      SumEngine engine,
      SumFiles sums,
      StagedBlobs blobs,
      WindowedSpool spool,
      ChangeSignal signal,
      RoundObserver observer,
      Clock clock) {
    return new RoundSummer(store, states, engine, sums, blobs, spool, signal, observer, clock);
  }

  @Bean
  Collector roundCollector(
      RoundStore store,
      RoundStates states,
      ChunkStore records,
      ChunkStaging staging,
      StagedBlobs blobs,
      SumFiles sums,
      SumFiles maskedSums,
      WindowedSpool spool,
      Clock clock,
      @Value("${privirec.coordinator.orphan-age}") Duration inTheMaking) {
    return new RoundCollector(
        store, states, records, staging, blobs, sums, maskedSums, spool, clock, inTheMaking);
  }
}
