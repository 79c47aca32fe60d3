package io.privirec.serving.web.metadata;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Wires the metadata of items.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ItemMetadataSettings.class)
@Import({ItemMetadataController.class, ItemMetadataStore.class, Items.class, LiveMetadata.class})
public class ItemMetadataConfiguration {
  @Bean
  MetadataPolling metadataPolling(LiveMetadata metadata, ItemMetadataSettings settings) {
    return new MetadataPolling(metadata, settings.pollInterval());
  }
}
