package io.privirec.recommender.models;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.privirec.serving.ReleaseVerificationException.Reason;
import io.privirec.serving.ScoringListener;
import io.privirec.serving.ScoringListener.Phase;
import io.privirec.serving.VerifiedRelease;
import io.privirec.wire.ModelView;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.ReleaseManifest.ReleaseFile;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What can be measured about models. No label ever names a user or an item. */
final class ModelMeters {
  private static final Duration[] SCORE_BUCKETS = {
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

  private final MeterRegistry registry;
  private final MultiGauge info;
  private final AtomicLong filterBytes = new AtomicLong();
  private final AtomicReference<@Nullable Instant> createdAt = new AtomicReference<>();

  ModelMeters(MeterRegistry registry, Clock clock) {
    this.registry = registry;
    this.info =
        MultiGauge.builder("recommender.model.info")
            .description("The model in use: 1, with its version, filter hash and method")
            .register(registry);
    Gauge.builder("recommender.filter.bytes", filterBytes, AtomicLong::get)
        .description("Size of the memory-mapped filter")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("recommender.model.age", createdAt, created -> age(created.get(), clock))
        .description("Time since the release of the model in use was made")
        .baseUnit("seconds")
        .register(registry);
  }

  /** Times the phases of scoring with one model. */
  ScoringListener scoring(VerifiedRelease release) {
    Map<Phase, Timer> timers = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      timers.put(
          phase,
          Timer.builder("recommender.score")
              .description("Time to score one request, by phase")
              .tag("model", release.manifest().model())
              .tag("phase", phase.name().toLowerCase(Locale.ROOT))
              .serviceLevelObjectives(SCORE_BUCKETS)
              .register(registry));
    }
    return (phase, nanos) -> {
      Timer timer = timers.get(phase);
      if (timer != null) {
        timer.record(nanos, TimeUnit.NANOSECONDS);
      }
    };
  }

  void loaded(VerifiedRelease release, ModelView view, Duration took) {
    Timer.builder("recommender.model.load")
        .description("Time to open and warm up a model")
        .tag("model", view.model())
        .register(registry)
        .record(took);
    Tags tags =
        Tags.of("version", view.modelVersion(), "hash", view.filterHash(), "method", view.model());
    info.register(List.of(MultiGauge.Row.of(tags, 1)), true);
    createdAt.set(view.createdAt());
    filterBytes.set(
        release.manifest().files().stream()
            .filter(file -> file.name().equals(ReleaseManifest.FILTER))
            .mapToLong(ReleaseFile::bytes)
            .sum());
  }

  /** A release came that was not what the coordinator's key signed. */
  void refused(Reason reason) {
    Counter.builder("recommender.releases.refused")
        .description("Releases that were not loaded, by reason")
        .tag("reason", reason.code())
        .register(registry)
        .increment();
  }

  private static double age(@Nullable Instant created, Clock clock) {
    return created == null
        ? Double.NaN
        : Duration.between(created, clock.instant()).toMillis() / 1000.0;
  }
}
