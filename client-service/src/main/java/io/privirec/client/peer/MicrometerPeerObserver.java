package io.privirec.client.peer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

@Component
class MicrometerPeerObserver implements PeerObserver {
  private static final Duration[] STEP = {
    Duration.ofMillis(10),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(10)
  };

  private final MeterRegistry meters;
  private final Counter in;
  private final Counter out;
  private final Timer step;

  MicrometerPeerObserver(MeterRegistry meters) {
    this.meters = meters;
    // All of them are there from the start, so that a rate has something to begin from.
    for (Way way : Way.values()) {
      for (Outcome outcome : Outcome.values()) {
        envelopes(way, outcome);
      }
    }
    this.in = bytes(meters, "in");
    this.out = bytes(meters, "out");
    this.step =
        Timer.builder("peer.step")
            .description("Waiting for what others of a meeting send in a step")
            .serviceLevelObjectives(STEP)
            .register(meters);
  }

  private Counter envelopes(Way way, Outcome outcome) {
    return Counter.builder("peer.envelopes")
        .description("Envelopes sent to other participants of meetings")
        .tag("way", label(way))
        .tag("outcome", label(outcome))
        .register(meters);
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static Counter bytes(MeterRegistry meters, String direction) {
    return Counter.builder("peer.bytes")
        .description("Bytes of envelopes that were taken")
        .tag("direction", direction)
        .register(meters);
  }

  @Override
  public void sent(Way way, Outcome outcome, int bytes) {
    envelopes(way, outcome).increment();
    if (outcome == Outcome.TAKEN) {
      out.increment(bytes);
    }
  }

  @Override
  public void received(int bytes) {
    in.increment(bytes);
  }

  @Override
  public void stepAwaited(long nanos) {
    step.record(nanos, TimeUnit.NANOSECONDS);
  }
}
