package io.privirec.client.peer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

@Component
class PeerMeetingsGauge {
  PeerMeetingsGauge(MeterRegistry meters, PeerMeetings meetings) {
    Gauge.builder("peer.meetings", meetings, PeerMeetings::running)
        .description("Meetings that participants here still compute in")
        .register(meters);
  }
}
