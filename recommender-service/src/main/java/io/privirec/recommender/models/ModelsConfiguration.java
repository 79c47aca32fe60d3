package io.privirec.recommender.models;

import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.connections.GuardedConnectors;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.datadir.DiskReserve;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.dependency.Outages;
import io.privirec.serving.release.ClaimStatuses;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.ReleaseStore;
import io.privirec.serving.release.UsableSpace;
import io.privirec.serving.web.batch.StreamSettings;
import io.privirec.serving.web.coordinator.CoordinatorSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CoordinatorSettings.class)
class ModelsConfiguration {
  private static final Logger log = LoggerFactory.getLogger(ModelsConfiguration.class);

  /// Releases claim room above the same reserve.
  @Bean
  DiskReserve diskReserve() {
    return new DiskReserve(UsableSpace.RESERVE_BYTES);
  }

  @Bean
  StreamSettings streamSettings(ModelSettings settings) {
    return settings.batch();
  }

  @Bean
  ClaimStatuses claimStatuses(
      CoordinatorSettings coordinator, SslBundles bundles, ModelSettings settings, Clock clock) {
    return new ClaimStatuses(
        coordinator.url(), coordinator.tls(bundles), settings.pollInterval(), clock);
  }

  @Bean
  Models models(
      ModelSettings settings,
      DataDirectory data,
      ClaimStatuses claims,
      ModelMeters meters,
      Clock clock) {
    Models models =
        new Models(
            new StateFile<>(data.resolve("models.json"), Choices.class, Choices.NONE),
            settings,
            claims,
            meters,
            clock);
    log.info(
        "By privirec.recommender.accept {}. Earlier versions accepted all releases",
        settings.activation().rule());
    claims.start(models::releases);
    return models;
  }

  @Bean
  Evaluations evaluations(Models models, DataDirectory data, MeterRegistry registry, Clock clock) {
    return new Evaluations(
        models,
        new StateFile<>(
            data.resolve("evaluations.json"), Evaluations.Told.class, Evaluations.Told.NOTHING),
        registry,
        clock);
  }

  @Bean
  ModelLoading modelLoading(
      Models models,
      ModelSettings settings,
      CoordinatorSettings coordinator,
      TrustSettings trust,
      SslBundles bundles,
      DataDirectory data,
      ModelMeters meters,
      Clock clock)
      throws IOException {
    ReleaseStore store =
        ReleaseStore.open(
            data.resolve("releases"), Objects.requireNonNull(trust.publicKey()), settings.exact());
    ReleaseDownloader downloader =
        new ReleaseDownloader(coordinator.url(), coordinator.tls(bundles), store);
    return new ModelLoading(store, downloader, models, settings, meters, clock);
  }

  @Bean(initMethod = "start")
  ModelPolling modelPolling(
      ModelLoading loading,
      ModelMeters meters,
      CoordinatorContact contact,
      FirstRequests requests,
      ModelSettings settings) {
    return new ModelPolling(loading, meters, contact, requests, settings.pollInterval());
  }

  @Bean
  FirstRequests firstRequests(Models models, GuardedConnectors connectors, ModelSettings settings) {
    return new FirstRequests(models, connectors, settings.warmUpTime());
  }

  @Bean
  CoordinatorContact coordinatorContact(Outages outages) {
    return new CoordinatorContact(outages);
  }
}
