package io.privirec.client.interactions;

import io.privirec.client.ClientSettings;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Wires the imports.
@Configuration(proxyBeanMethods = false)
@Import(InteractionImport.class)
class InteractionsConfiguration {
  @Bean
  ImportDirectory importDirectory(ClientSettings settings) {
    return new ImportDirectory(Optional.ofNullable(settings.importDir()));
  }
}
