package io.privirec.coordinator.release;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.edge.datadir.DataDirectory;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ReleaseConfiguration {
  @Bean
  ReleaseFiles releaseFiles(DataDirectory data) {
    return new ReleaseFiles(data.directory("releases"));
  }

  @Bean
  Collector releaseCollector(
      ReleaseStore store,
      ReleaseFiles files,
      Clock clock,
      @Value("${privirec.coordinator.orphan-age}") Duration inTheMaking,
      @Value("${privirec.coordinator.keep-releases}") int kept) {
    var collector = new ReleaseCollector(store, files, clock, inTheMaking, kept);
    return new Collector("remains of releases", collector::collect);
  }
}
