package io.privirec.client.contribution;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

@Component
class MicrometerRuntimeObserver implements RuntimeObserver {
  private static final Duration[] CHUNK = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10)
  };

  private final MeterRegistry meters;
  private final Timer build;
  private final Counter masked;

  MicrometerRuntimeObserver(MeterRegistry meters) {
    this.meters = meters;
    this.build =
        Timer.builder("contribution.build")
            .description("Computing, masking, packing and hashing one chunk")
            .serviceLevelObjectives(CHUNK)
            .register(meters);
    this.masked =
        Counter.builder("contribution.masked.bytes")
            .description("Packed bytes of masked chunks")
            .register(meters);
  }

  @Override
  public void chunkMasked(long nanos, int bytes) {
    build.record(nanos, TimeUnit.NANOSECONDS);
    masked.increment(bytes);
  }

  @Override
  public void gaveUp(String reason) {
    Counter.builder("participant.refusals")
        .description("Sessions and rounds that a hosted participant gave up")
        .tag("reason", reason)
        .register(meters)
        .increment();
  }
}
