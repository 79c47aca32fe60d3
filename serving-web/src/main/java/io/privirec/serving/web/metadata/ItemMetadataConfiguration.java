package io.privirec.serving.web.metadata;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// Wires the metadata of items.
@Configuration(proxyBeanMethods = false)
@Import({ItemMetadataController.class, ItemMetadataStore.class, Items.class, LiveMetadata.class})
public class ItemMetadataConfiguration {
  @Bean
  MetadataPolling metadataPolling(
      LiveMetadata metadata, @Value("${privirec.items.poll-interval:500ms}") Duration interval) {
    return new MetadataPolling(metadata, interval);
  }
}
