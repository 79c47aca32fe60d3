package io.privirec.recommender.models;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.privirec.serving.scoring.ScoringListener;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// What can be measured about scoring with one kind of model.
final class ScoringMeters implements ScoringListener {
  private static final Duration[] BUCKETS = {
    Duration.ofNanos(20_000),
    Duration.ofNanos(50_000),
    Duration.ofNanos(100_000),
    Duration.ofNanos(200_000),
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(50)
  };
  private static final double[] BATCHES = {1, 2, 4, 8, 16, 32};

  private final Map<Phase, Timer> timers = new EnumMap<>(Phase.class);
  private final DistributionSummary batches;

  ScoringMeters(MeterRegistry registry, String model) {
    for (Phase phase : Phase.values()) {
      timers.put(
          phase,
          Timer.builder("recommender.score")
              .description("Time to score one request, by phase")
              .tag("model", model)
              .tag("phase", phase.name().toLowerCase(Locale.ROOT))
              .serviceLevelObjectives(BUCKETS)
              .register(registry));
    }
    batches =
        DistributionSummary.builder("recommender.batch.size")
            .description("Exact requests that one product with the factors scored")
            .tag("model", model)
            .serviceLevelObjectives(BATCHES)
            .register(registry);
  }

  @Override
  public void scored(Phase phase, long nanos) {
    Timer timer = timers.get(phase);
    if (timer != null) {
      timer.record(nanos, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void batched(int requests) {
    batches.record(requests);
  }
}
