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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private final MultiGauge filterBytes;
  private final AtomicLong loaded = new AtomicLong();
  private final AtomicReference<@Nullable Instant> createdAt = new AtomicReference<>();

  ModelMeters(MeterRegistry registry, Clock clock) {
    this.registry = registry;
    this.info =
        MultiGauge.builder("recommender.model.info")
            .description("The active model: 1, with its version, filter hash and method")
            .register(registry);
    this.filterBytes =
        MultiGauge.builder("recommender.filter.bytes")
            .description("Size of the file that scores, of each loaded model")
            .baseUnit("bytes")
            .register(registry);
    Gauge.builder("recommender.models.loaded", loaded, AtomicLong::get)
        .description("Loaded models")
        .register(registry);
    Gauge.builder("recommender.model.age", createdAt, created -> age(created.get(), clock))
        .description("Time since the release of the active model was made")
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

  /** A model was opened and warmed up. */
  void opened(LoadedModel model, Duration took) {
    Timer.builder("recommender.model.load")
        .description("Time to open and warm up a model")
        .tag("model", model.method())
        .register(registry)
        .record(took);
  }

  /** What is loaded and active now; of what is not, no meter stays. */
  void registered(Registry models) {
    LoadedModel active = models.active();
    info.register(
        Stream.ofNullable(active)
            .map(model ->
                MultiGauge.Row.of(
                    Tags.of(
                        "version", model.version(),
                        "hash", model.release().filterHash(),
                        "method", model.method()),
                    1))
            .collect(Collectors.toUnmodifiableList()),
        true);
    createdAt.set(active == null ? null : active.release().manifest().createdAt());
    filterBytes.register(
        models.loaded().values().stream()
            .map(model ->
                MultiGauge.Row.of(
                    Tags.of("version", model.version()), model.release().filterBytes()))
            .collect(Collectors.toUnmodifiableList()),
        true);
    loaded.set(models.loaded().size());
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
