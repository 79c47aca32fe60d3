package io.privirec.serving.web;

import io.privirec.serving.web.batch.BatchStreamConfiguration;
import io.privirec.serving.web.metadata.ItemMetadataConfiguration;
import io.privirec.serving.web.metadata.LiveMetadata;
import java.time.Clock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/// Wires what a service that recommends has at its HTTP edge.
@AutoConfiguration(
    after = {
      JdbcClientAutoConfiguration.class,
      DataSourceTransactionManagerAutoConfiguration.class
    })
@Import({
  ItemController.class,
  ItemMetadataConfiguration.class,
  BatchStreamConfiguration.class,
  IdPaths.class
})
class ServingWebAutoConfiguration {
  @Bean
  Answers answers(ServingModel model, LiveMetadata metadata, Clock clock) {
    return new Answers(model, metadata, clock);
  }
}
