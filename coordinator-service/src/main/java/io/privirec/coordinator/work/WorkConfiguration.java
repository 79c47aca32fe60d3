package io.privirec.coordinator.work;

import io.privirec.round.ChangeSignal;
import io.privirec.round.Rounds;
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
