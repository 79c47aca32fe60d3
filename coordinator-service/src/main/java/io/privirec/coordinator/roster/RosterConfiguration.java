package io.privirec.coordinator.roster;

import io.privirec.round.ChangeSignal;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RosterConfiguration {
  @Bean
  Rosters rosters(RosterStore store, ChangeSignal signal, Clock clock) {
    return new Rosters(store, signal, clock);
  }
}
