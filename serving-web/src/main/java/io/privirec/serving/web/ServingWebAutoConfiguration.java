package io.privirec.serving.web;

import io.privirec.serving.MetadataVersion;
import java.time.Clock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Wires what a service that recommends has at its HTTP edge. */
@AutoConfiguration
@Import(ItemController.class)
class ServingWebAutoConfiguration {
  @Bean
  Answers answers(ServingModel model, Clock clock) {
    return new Answers(model, () -> MetadataVersion.EMPTY, clock);
  }
}
