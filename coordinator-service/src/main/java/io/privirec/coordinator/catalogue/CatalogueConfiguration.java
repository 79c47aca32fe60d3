package io.privirec.coordinator.catalogue;

import io.privirec.edge.datadir.DataDirectory;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CatalogueConfiguration {
  @Bean
  Catalogues catalogues(CatalogueStore store, DataDirectory data, Clock clock) {
    return new Catalogues(store, data.directory("catalogue"), clock);
  }
}
