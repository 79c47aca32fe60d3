package io.privirec.client.peer.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.client.peer.PeerMeetings;
import org.springframework.stereotype.Component;

@Component
class PeerMeetingsGauge {
  PeerMeetingsGauge(MeterRegistry meters, PeerMeetings meetings) {
    Gauge.builder("peer.meetings", meetings, PeerMeetings::running)
        .description("Meetings that participants here still compute in")
        .register(meters);
  }
}
