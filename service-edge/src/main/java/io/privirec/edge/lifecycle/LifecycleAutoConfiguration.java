package io.privirec.edge.lifecycle;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/// Watches the parent where `privirec.parent-watch` is on.
@AutoConfiguration
@EnableConfigurationProperties(LifecycleSettings.class)
class LifecycleAutoConfiguration {
  @Bean
  SmartInitializingSingleton parentWatch(ApplicationContext context, LifecycleSettings settings) {
    return () -> {
      if (settings.parentWatch()) {
        ParentWatch.start(System.in, () -> System.exit(SpringApplication.exit(context, () -> 0)));
      }
    };
  }
}
