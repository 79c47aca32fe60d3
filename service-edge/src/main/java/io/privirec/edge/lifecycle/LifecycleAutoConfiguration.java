package io.privirec.edge.lifecycle;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/// Watches the parent where `privirec.parent-watch` is on, warms up unless `privirec.warm-up` is
/// off, and ends as `privirec.drain-time` says.
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

  @Bean
  @ConditionalOnBean(WarmUpTask.class)
  WarmUp warmUp(WarmUpTask task, LifecycleSettings settings) {
    return new WarmUp(task, settings.warmUp());
  }

  @Bean
  Drain drain(LifecycleSettings settings) {
    return new Drain(settings.drainTime());
  }

  @Bean
  DrainFilter drainFilter(Drain drain) {
    return new DrainFilter(drain);
  }
}
