package io.privirec.coordinator.round;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.privirec.edge.datadir.DataDisk;
import io.privirec.round.Round;
import io.privirec.round.RoundObserver;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.coordinator.FaultReason;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/// Measures rounds, and logs who did wrong in them: no metric speaks of one participant.
@Component
class MicrometerRoundObserver implements RoundObserver {
  private static final Logger log = LoggerFactory.getLogger(MicrometerRoundObserver.class);

  /// Work of this machine: from a short sum to one over millions of elements.
  private static final Duration[] WORK = {
    Duration.ofMillis(10),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5)
  };

  /// Deadlines are of seconds, of minutes or of days.
  private static final Duration[] WAITING = {
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(30),
    Duration.ofHours(4),
    Duration.ofDays(1),
    Duration.ofDays(3)
  };

  private final MeterRegistry meters;
  private final DataDisk disk;
  private final Counter recovered;
  private final Timer unmask;

  MicrometerRoundObserver(MeterRegistry meters, DataDisk disk) {
    this.meters = meters;
    this.disk = disk;
    recovered =
        Counter.builder("secagg.recovered.dropouts")
            .description("Participants whose pairwise masks were reconstructed")
            .register(meters);
    unmask =
        Timer.builder("secagg.unmask")
            .description("Summing staged chunks and removing the masks, per round")
            .serviceLevelObjectives(WORK)
            .register(meters);
  }

  @Override
  public void phaseClosed(Phase phase, Duration duration) {
    Timer.builder("secagg.phase")
        .tag("phase", label(phase))
        .description("From the start of a round's phase to its end")
        .serviceLevelObjectives(WAITING)
        .register(meters)
        .record(duration);
  }

  @Override
  public void faultFound(Round round, ParticipantId participant, FaultReason reason) {
    log.warn(
        "Round {} ({}): {} is at fault, {}",
        round.id().hex(),
        round.name(),
        participant.value(),
        reason.code());
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

  @Override
  public void diskFull() {
    disk.refused();
  }

  static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
