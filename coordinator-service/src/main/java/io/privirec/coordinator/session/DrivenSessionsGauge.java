package io.privirec.coordinator.session;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/// Which replica does the work of how many sessions.
@Component
class DrivenSessionsGauge {
  DrivenSessionsGauge(MeterRegistry meters, SessionCrew crew) {
    Gauge.builder("secagg.driven.sessions", crew, SessionCrew::driving)
        .description("Sessions that this replica drives; of all replicas, one drives a session")
        .register(meters);
  }
}
