package io.privirec.client.coordinator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.privirec.edge.datadir.DataDisk;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.dependency.Outages;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.serving.web.coordinator.CoordinatorSettings;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the coordinator's client.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CoordinatorSettings.class)
class CoordinatorConfiguration {
  @Bean(destroyMethod = "close")
  CoordinatorClient coordinatorClient(
      CoordinatorSettings settings, SslBundles bundles, CoordinatorContact contact, Clock clock) {
    return new CoordinatorClient(
        settings.url(), settings.tls(bundles), Backoff.DEFAULT, contact, clock);
  }

  @Bean
  CoordinatorContact coordinatorContact(Outages outages) {
    return new CoordinatorContact(outages);
  }

  @Bean
  LoopFailures loopFailures(
      DatabaseFaults database, DataDisk disk, CoordinatorContact coordinator) {
    return new LoopFailures(database, disk::refused, coordinator);
  }

  @Bean
  MeterBinder clockOfTheCoordinator(CoordinatorClient coordinator) {
    return meters ->
        Gauge.builder(
                "privirec.client.clock.difference", coordinator.clocks(), ClockDifference::seconds)
            .description(
                "How far this holder's clock is ahead of the coordinator's; below 0: behind")
            .baseUnit("seconds")
            .register(meters);
  }
}
