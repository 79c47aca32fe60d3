package io.privirec.coordinator.housekeeping;

import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class HousekeepingConfiguration {
  @Bean
  Housekeeping housekeeping(List<Collector> collectors) {
    return new Housekeeping(collectors);
  }
}
