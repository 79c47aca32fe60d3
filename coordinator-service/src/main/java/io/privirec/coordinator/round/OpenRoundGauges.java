package io.privirec.coordinator.round;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.metrics.Looked;
import io.privirec.round.RoundProgress;
import io.privirec.round.Rounds;
import io.privirec.secagg.Phase;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.springframework.stereotype.Component;

/// The open rounds, looked for in the store every five seconds.
@Component
class OpenRoundGauges {
  private final Looked<List<RoundProgress>> open;

  OpenRoundGauges(MeterRegistry meters, Rounds rounds) {
    open = new Looked<>("open-rounds", Duration.ofSeconds(5), () -> rounds.progress().toList());
    for (Phase phase : Phase.values()) {
      if (phase != Phase.CONSISTENCY_CHECK) {
        Gauge.builder(
                "secagg.sessions",
                open,
                looked ->
                    looked.value(
                        all -> all.stream().filter(at -> at.round().phase() == phase).count()))
            .tag("phase", MicrometerRoundObserver.label(phase))
            .description("Open rounds by phase")
            .register(meters);
      }
    }
    clients(meters, "joined", RoundProgress::expected);
    clients(meters, "committed", RoundProgress::committed);
    clients(meters, "dropped", at -> at.round().dropouts().size());
  }

  private void clients(MeterRegistry meters, String state, ToLongFunction<RoundProgress> count) {
    Gauge.builder(
            "secagg.clients",
            open,
            looked -> looked.value(all -> all.stream().mapToLong(count).sum()))
        .tag("state", state)
        .description("Participants of open rounds by state; late: messages after their phase")
        .register(meters);
  }

  @PostConstruct
  void start() {
    open.start();
  }

  @PreDestroy
  void stop() {
    open.close();
  }
}
