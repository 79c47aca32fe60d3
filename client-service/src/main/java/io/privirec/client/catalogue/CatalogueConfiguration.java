package io.privirec.client.catalogue;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.edge.datadir.DataDirectory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the catalogue cache.
@Configuration(proxyBeanMethods = false)
class CatalogueConfiguration {
  @Bean
  Catalogues catalogues(DataDirectory data, CoordinatorClient coordinator) {
    return new Catalogues(data.directory("catalogue"), coordinator);
  }
}
