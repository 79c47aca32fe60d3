package io.privirec.edge.datadir;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.privirec.edge.dependency.Outages;
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

  /// Room for what a service writes of itself, such as a line of a ledger.
  @Bean
  @ConditionalOnMissingBean
  DiskReserve diskReserve() {
    return new DiskReserve(64L << 20);
  }

  @Bean
  DataDisk dataDisk(DataDirectory data, DiskReserve reserve, Outages outages) {
    return new DataDisk(data, reserve, outages);
  }

  /// Of the disk that fills, which need not be the one that the process was started on.
  @Bean
  MeterBinder dataDiskMeters(DataDirectory data) {
    return new DiskSpaceMetrics(data.path().toFile());
  }
}
