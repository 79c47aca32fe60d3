package io.privirec.coordinator.relay;

import io.privirec.coordinator.housekeeping.Collector;
import io.privirec.coordinator.session.Sessions;
import io.privirec.round.ActiveSessions;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RelayConfiguration {
  private static final int SHARE_OF_HEAP = 16;
  private static final long LEAST_MEMORY = 4L * Envelope.MAX_BYTES;

  /// Closed by its lifecycle, which comes before the web server waits for its requests.
  @Bean(destroyMethod = "")
  Relay relay(MailboxStore store, Sessions sessions, ActiveSessions active, Clock clock) {
    long memory = Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    return new Relay(store, sessions, active, new EnvelopeMemory(memory), clock);
  }

  @Bean
  Collector relayCollector(Relay relay) {
    return new Collector("mailboxes of sessions that are over", relay::collect);
  }
}
