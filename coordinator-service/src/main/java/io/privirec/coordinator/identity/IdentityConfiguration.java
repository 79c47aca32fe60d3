package io.privirec.coordinator.identity;

import io.privirec.edge.datadir.DataDirectory;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class IdentityConfiguration {
  @Bean
  CoordinatorIdentity coordinatorIdentity(
      IdentitySettings settings, DataDirectory data, SecureRandom random) {
    return CoordinatorIdentity.of(settings.privateKey(), data, random);
  }
}
