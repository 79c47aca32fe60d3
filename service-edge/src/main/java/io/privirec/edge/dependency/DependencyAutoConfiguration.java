package io.privirec.edge.dependency;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Watches all [Dependency] beans of a service.
@AutoConfiguration
class DependencyAutoConfiguration {
  @Bean
  Outages outages(MeterRegistry meters) {
    return new Outages(meters);
  }

  @Bean
  DependencyWatch dependencyWatch(
      List<Dependency> dependencies, Outages outages, MeterRegistry meters) {
    return new DependencyWatch(dependencies, outages, meters);
  }
}
