package io.privirec.client.contribution;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.datadir.DiskReserve;
import io.privirec.edge.lifecycle.WarmUpTask;
import io.privirec.federation.local.WarmUpSession;
import io.privirec.serving.release.UsableSpace;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Files of contributions in the data directory, and threads.
@Configuration(proxyBeanMethods = false)
class ContributionConfiguration {
  @Bean
  Snapshots snapshots(DataDirectory data) {
    return new Snapshots(data.directory("sessions").resolve("snapshots"));
  }

  @Bean
  Broadcasts broadcasts(DataDirectory data) {
    return new Broadcasts(data.directory("sessions").resolve("broadcasts"));
  }

  @Bean
  MaskedVectors maskedVectors(DataDirectory data) {
    return new MaskedVectors(data.directory("sessions").resolve("masked"));
  }

  /// Masked vectors and broadcasts claim room above the same reserve.
  @Bean
  DiskReserve diskReserve() {
    return new DiskReserve(UsableSpace.RESERVE_BYTES);
  }

  @Bean
  ContributionPool contributionPool(ObjectProvider<Pause> pause) {
    return new ContributionPool(
        Runtime.getRuntime().availableProcessors(), pause.getIfAvailable(() -> Thread::sleep));
  }

  @Bean
  WarmUpTask warmUpTask() {
    return WarmUpSession::run;
  }
}
