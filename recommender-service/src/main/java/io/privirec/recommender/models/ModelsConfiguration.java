package io.privirec.recommender.models;

import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.ReleaseStore;
import java.io.IOException;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
class ModelsConfiguration {
  @Bean
  ModelSettings modelSettings(Environment environment) {
    return ModelSettings.of(environment);
  }

  @Bean
  Models models(ModelSettings settings, DataDirectory data, ModelMeters meters, Clock clock) {
    return new Models(
        new StateFile<>(data.resolve("models.json"), Choices.class, Choices.NONE),
        settings,
        meters,
        clock);
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
      Models models, ModelSettings settings, DataDirectory data, ModelMeters meters, Clock clock)
      throws IOException {
    ReleaseStore store =
        ReleaseStore.open(data.resolve("releases"), settings.coordinatorKey(), settings.exact());
    ReleaseDownloader downloader = new ReleaseDownloader(settings.coordinator(), store);
    return new ModelLoading(store, downloader, models, settings, meters, clock);
  }

  @Bean(initMethod = "start")
  ModelPolling modelPolling(ModelLoading loading, ModelMeters meters, ModelSettings settings) {
    return new ModelPolling(loading, meters, settings.pollInterval());
  }
}
