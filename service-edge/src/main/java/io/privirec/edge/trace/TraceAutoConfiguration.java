package io.privirec.edge.trace;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/// Spans of sessions, where traces are exported.
@AutoConfiguration
class TraceAutoConfiguration {
  @Bean
  SessionTraces sessionTraces(Environment environment, ObservationRegistry observations) {
    return TraceExport.isOn(environment)
        ? new SessionTraces(observations)
        : SessionTraces.ofTheLog();
  }
}
