package io.privirec.edge.datadir;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/// Makes the [DataDirectory] of `privirec.data-dir`.
@AutoConfiguration
@EnableConfigurationProperties(DataDirectorySettings.class)
class DataDirectoryAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  DataDirectory dataDirectory(
      DataDirectorySettings settings, @Value("${spring.application.name:service}") String name) {
    return new DataDirectory(settings.dataDir(name));
  }

  /// Of the disk that fills, which need not be the one that the process was started on.
  @Bean
  MeterBinder dataDiskMeters(DataDirectory data) {
    return new DiskSpaceMetrics(data.path().toFile());
  }
}
