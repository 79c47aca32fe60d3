package io.privirec.coordinator.release;

import io.privirec.coordinator.identity.CoordinatorIdentity;
import io.privirec.edge.datadir.DataDirectory;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ReleaseConfiguration {
  @Bean
  Releases releases(
      ReleaseStore store, DataDirectory data, CoordinatorIdentity identity, Clock clock) {
    return new Releases(store, new ReleaseFiles(data.directory("releases")), identity, clock);
  }
}
