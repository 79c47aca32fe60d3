package io.privirec.client.interactions;

import io.privirec.client.ClientSettings;
import io.privirec.client.catalogue.Catalogues;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the imports.
@Configuration(proxyBeanMethods = false)
class InteractionsConfiguration {
  @Bean
  InteractionImport interactionImport(InteractionStore store, Catalogues catalogues) {
    return new InteractionImport(store, catalogues);
  }

  @Bean
  ImportDirectory importDirectory(ClientSettings settings) {
    return new ImportDirectory(Optional.ofNullable(settings.importDir()));
  }
}
