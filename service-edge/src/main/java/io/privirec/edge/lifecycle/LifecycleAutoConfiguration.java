package io.privirec.edge.lifecycle;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/// Watches the parent where `privirec.parent-watch` is on.
@AutoConfiguration
class LifecycleAutoConfiguration {
  @Bean
  @ConditionalOnBooleanProperty("privirec.parent-watch")
  SmartInitializingSingleton parentWatch(ApplicationContext context) {
    return () ->
        ParentWatch.start(System.in, () -> System.exit(SpringApplication.exit(context, () -> 0)));
  }
}
