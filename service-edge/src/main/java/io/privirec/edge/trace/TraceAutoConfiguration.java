package io.privirec.edge.trace;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.http.server.observation.ServerRequestObservationConvention;

/// Spans of sessions and of requests, where traces are exported.
@AutoConfiguration
class TraceAutoConfiguration {
  /// Spans of requests without the path that was asked for, which names users, items and
  /// participants. They keep its pattern.
  @Bean
  ServerRequestObservationConvention requestsWithoutIds() {
    return new DefaultServerRequestObservationConvention() {
      @Override
      public KeyValues getHighCardinalityKeyValues(ServerRequestObservationContext context) {
        return KeyValues.empty();
      }
    };
  }

  @Bean
  SessionTraces sessionTraces(Environment environment, ObservationRegistry observations) {
    return TraceExport.isOn(environment)
        ? new SessionTraces(observations)
        : SessionTraces.ofTheLog();
  }
}
