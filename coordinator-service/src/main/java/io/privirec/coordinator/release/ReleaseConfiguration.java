package io.privirec.coordinator.release;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.housekeeping.HousekeepingSettings;
import io.privirec.edge.datadir.DataDirectory;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import(ReleaseClaims.class)
class ReleaseConfiguration {
  @Bean
  ReleaseFiles releaseFiles(DataDirectory data) {
    return new ReleaseFiles(data.directory("releases"));
  }

  @Bean
  Collector releaseCollector(
      ReleaseStore store, ReleaseFiles files, Clock clock, HousekeepingSettings settings) {
    var collector =
        new ReleaseCollector(store, files, clock, settings.orphanAge(), settings.keepReleases());
    return new Collector("remains of releases", collector::collect);
  }
}
