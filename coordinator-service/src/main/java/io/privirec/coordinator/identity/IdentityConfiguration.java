package io.privirec.coordinator.identity;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.postgres.Installation;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class IdentityConfiguration {
  @Bean
  CoordinatorIdentity coordinatorIdentity(
      IdentitySettings settings,
      DataDirectory data,
      Installation installation,
      SecureRandom random) {
    CoordinatorIdentity identity = CoordinatorIdentity.of(settings.privateKey(), data, random);
    installation.requireKey(
        "coordinator key",
        identity.publicKey().toString(),
        "privirec.coordinator.private-key, or the file coordinator-key of the data directory,");
    return identity;
  }
}
