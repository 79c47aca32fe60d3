package io.privirec.coordinator.round.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.round.RoundProgress;
import io.privirec.round.Rounds;
import io.privirec.secagg.Phase;
import java.util.function.ToLongFunction;
import org.springframework.stereotype.Component;

/// What is open now, read from the store when the metrics are.
@Component
class OpenRoundGauges {
  OpenRoundGauges(MeterRegistry meters, Rounds rounds) {
    for (Phase phase : Phase.values()) {
      if (phase != Phase.CONSISTENCY_CHECK) {
        Gauge.builder(
                "secagg.sessions",
                rounds,
                open -> open.progress().filter(at -> at.round().phase() == phase).count())
            .tag("phase", MicrometerRoundObserver.label(phase))
            .description("Open rounds by phase")
            .register(meters);
      }
    }
    clients(meters, rounds, "joined", RoundProgress::expected);
    clients(meters, rounds, "committed", RoundProgress::committed);
    clients(meters, rounds, "dropped", at -> at.round().dropouts().size());
  }

  private static void clients(
      MeterRegistry meters, Rounds rounds, String state, ToLongFunction<RoundProgress> count) {
    Gauge.builder("secagg.clients", rounds, open -> open.progress().mapToLong(count).sum())
        .tag("state", state)
        .description("Participants of open rounds by state; late: messages after their phase")
        .register(meters);
  }
}
