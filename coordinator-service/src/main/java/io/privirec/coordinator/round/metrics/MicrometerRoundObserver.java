package io.privirec.coordinator.round.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.privirec.coordinator.round.RoundObserver;
import io.privirec.secagg.Phase;
import java.time.Duration;
import java.util.Locale;
import org.springframework.stereotype.Component;

@Component
class MicrometerRoundObserver implements RoundObserver {
  private final MeterRegistry meters;
  private final Counter recovered;
  private final Timer unmask;

  MicrometerRoundObserver(MeterRegistry meters) {
    this.meters = meters;
    recovered =
        Counter.builder("secagg.recovered.dropouts")
            .description("Participants whose pairwise masks were reconstructed")
            .register(meters);
    unmask =
        Timer.builder("secagg.unmask")
            .description("Summing staged chunks and removing the masks, per round")
            .publishPercentileHistogram()
            .register(meters);
  }

  @Override
  public void phaseClosed(Phase phase, Duration duration) {
    Timer.builder("secagg.phase")
        .tag("phase", label(phase))
        .description("From the start of a round's phase to its end")
        .publishPercentileHistogram()
        .register(meters)
        .record(duration);
  }

  @Override
  public void transferred(Direction direction, Kind kind, long bytes) {
    // A base unit would come between bytes and total in the exported name.
    Counter.builder("secagg.bytes")
        .tag("direction", label(direction))
        .tag("kind", label(kind))
        .description("Protocol bytes, as seen from the coordinator")
        .register(meters)
        .increment((double) bytes);
  }

  @Override
  public void summed(Duration duration, int recoveredDropouts) {
    unmask.record(duration);
    recovered.increment(recoveredDropouts);
  }

  static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
