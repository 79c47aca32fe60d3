package io.privirec.client.peer;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.edge.datadir.DataDirectory;
import java.security.SecureRandom;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the meetings.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PeerSettings.class)
class PeerConfiguration {
  @Bean(destroyMethod = "close")
  PeerMeetings peerMeetings(
      DataDirectory data,
      PeerSettings settings,
      CoordinatorClient coordinator,
      PeerObserver observer,
      SecureRandom random) {
    return new PeerMeetings(
        data.directory("sessions").resolve("peers"),
        settings,
        new PeerPost(coordinator.tls(), observer),
        observer,
        random);
  }
}
