package io.privirec.serving.web.metadata;

import io.privirec.edge.problem.StrictBodies;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import tools.jackson.databind.json.JsonMapper;

/// Wires the metadata of items.
@Configuration(proxyBeanMethods = false)
@Import(ItemMetadataController.class)
public class ItemMetadataConfiguration {
  @Bean
  ItemMetadataStore itemMetadataStore(
      JdbcClient jdbc, PlatformTransactionManager transactions, JsonMapper json) {
    return new ItemMetadataStore(jdbc, transactions, json);
  }

  @Bean
  LiveMetadata liveMetadata(ItemMetadataStore store) {
    return new LiveMetadata(store);
  }

  @Bean
  MetadataPolling metadataPolling(
      LiveMetadata metadata, @Value("${privirec.items.poll-interval:500ms}") Duration interval) {
    return new MetadataPolling(metadata, interval);
  }

  @Bean
  Items items(ItemMetadataStore store, LiveMetadata live, StrictBodies bodies) {
    return new Items(store, live, bodies);
  }
}
