package io.privirec.coordinator.work;

import io.privirec.coordinator.round.ChangeSignal;
import io.privirec.coordinator.round.Rounds;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WorkConfiguration {
  @Bean
  WorkQueue workQueue(Rounds rounds, ChangeSignal signal, Clock clock) {
    return new WorkQueue(rounds, signal, clock);
  }
}
