package io.privirec.client.coordinator;

import io.privirec.edge.tls.OutgoingTls;
import java.time.Clock;
import javax.net.ssl.SSLContext;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the coordinator's client.
@Configuration(proxyBeanMethods = false)
class CoordinatorConfiguration {
  @Bean(destroyMethod = "close")
  CoordinatorClient coordinatorClient(
      CoordinatorSettings settings, SslBundles bundles, Clock clock) {
    SSLContext tls = OutgoingTls.of(bundles, settings.sslBundle());
    return new CoordinatorClient(settings.url(), tls, Backoff.DEFAULT, clock);
  }
}
