package io.privirec.coordinator.identity;

import io.privirec.edge.datadir.DataDirectory;
import java.security.SecureRandom;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class IdentityConfiguration {
  @Bean
  CoordinatorIdentity coordinatorIdentity(
      @Value("${" + CoordinatorIdentity.PROPERTY + ":}") String configured,
      DataDirectory data,
      SecureRandom random) {
    return CoordinatorIdentity.of(configured, data, random);
  }
}
