package io.privirec.recommender.models;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.privirec.privacy.text.Label;
import io.privirec.serving.release.ReleaseVerificationException.Reason;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.serving.scoring.ScoringListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What can be measured about models. No label ever names a user or an item.
@Component
final class ModelMeters {
  /// Why another model answers.
  enum Cause {
    /// A newer release arrived.
    RELEASE,
    /// An operator asked for it.
    OPERATOR,
    /// None answered before.
    START,
    /// The model that was to answer was loaded, or was lost.
    OTHER
  }

  private static final String SHADOW = "recommender.shadow.";
  private static final String EXPERIMENT = "recommender.experiment.";
  private static final double[] OVERLAPS = {.1, .2, .3, .4, .5, .6, .7, .8, .9, .95, 1};

  private final MeterRegistry registry;
  private final MultiGauge info;
  private final MultiGauge filterBytes;
  private final AtomicLong loaded = new AtomicLong();
  private final AtomicLong unaccepted = new AtomicLong();
  private final Map<Cause, Counter> changes = new EnumMap<>(Cause.class);
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
    for (Cause cause : Cause.values()) {
      changes.put(
          cause,
          Counter.builder("recommender.model.changes")
              .description("How often another model began to answer, by cause")
              .tag("cause", Label.of(cause))
              .register(registry));
    }
    Gauge.builder("recommender.models.loaded", loaded, AtomicLong::get)
        .description("Loaded models")
        .register(registry);
    Gauge.builder("recommender.model.unaccepted", unaccepted, AtomicLong::get)
        .description(
            "1 while the active model is a release that privirec.recommender.accept does not admit")
        .register(registry);
    Gauge.builder("recommender.model.age", createdAt, created -> age(created.get(), clock))
        .description("Time since the release of the active model was made")
        .baseUnit("seconds")
        .register(registry);
  }

  /// Measures scoring with one model.
  ScoringListener scoring(VerifiedRelease release) {
    return new ScoringMeters(registry, release.manifest().model().name());
  }

  /// A model was opened and warmed up.
  void opened(LoadedModel model, Duration took) {
    Timer.builder("recommender.model.load")
        .description("Time to open and warm up a model")
        .tag("model", model.method())
        .register(registry)
        .record(took);
  }

  /// Another model answers.
  void activated(Cause cause) {
    Objects.requireNonNull(changes.get(cause)).increment();
  }

  /// What is loaded and active now; of what is not, no meter stays. A row that stays is not made
  /// anew, which its value does not ask for: a scrape at that moment would have it twice, and fail.
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
            .collect(Collectors.toUnmodifiableList()));
    createdAt.set(active == null ? null : active.release().manifest().createdAt());
    filterBytes.register(
        models.loaded().values().stream()
            .map(model ->
                MultiGauge.Row.of(
                    Tags.of("version", model.version()), model.release().filterBytes()))
            .collect(Collectors.toUnmodifiableList()));
    loaded.set(models.loaded().size());
    unaccepted.set(models.policy().warning(active).isPresent() ? 1 : 0);
    forget(meter -> {
      String name = meter.getName();
      String version = meter.getTag("model");
      String experiment = meter.getTag("experiment");
      return (name.startsWith(SHADOW) && !models.choices().shadows().contains(version))
          || (name.startsWith(EXPERIMENT)
              && models.choices().experiment(String.valueOf(experiment)).isEmpty());
    });
  }

  /// Names of models, experiments and arms come and go: those of today are few.
  private void forget(Predicate<Meter.Id> isOver) {
    registry.getMeters().stream()
        .map(Meter::getId)
        .filter(isOver)
        .forEach(meter -> registry.remove(meter));
  }

  /// A shadow answered.
  void shadowed(String version, double overlap) {
    DistributionSummary.builder(SHADOW + "overlap")
        .description("Part of the items that the active model and a shadow both answered")
        .tag("model", version)
        .serviceLevelObjectives(OVERLAPS)
        .register(registry)
        .record(overlap);
  }

  /// A shadow had no time for a question, or the question was too long.
  void shadowDropped(String version) {
    Counter.builder(SHADOW + "dropped")
        .description("Sampled requests that a shadow did not answer: the queue was full")
        .tag("model", version)
        .register(registry)
        .increment();
  }

  /// A shadow failed where the active model answered.
  void shadowFailed(String version) {
    Counter.builder(SHADOW + "failed")
        .description("Sampled requests on which a shadow failed")
        .tag("model", version)
        .register(registry)
        .increment();
  }

  /// An arm answered.
  void ofArm(String experiment, String arm, String strategy) {
    Counter.builder(EXPERIMENT + "answers")
        .description("Answers by experiment and arm")
        .tag("experiment", experiment)
        .tag("arm", arm)
        .tag("strategy", strategy)
        .register(registry)
        .increment();
  }

  /// The arm's model is missing.
  void withoutArm(String experiment) {
    Counter.builder(EXPERIMENT + "skipped")
        .description("Answers by the active model because the arm's model is not loaded")
        .tag("experiment", experiment)
        .register(registry)
        .increment();
  }

  /// A release came that was not what the coordinator's key signed.
  void refused(Reason reason) {
    Counter.builder("recommender.releases.refused")
        .description("Releases that were not loaded, by reason")
        .tag("reason", reason.code())
        .register(registry)
        .increment();
  }

  /// A release arrived and did not become active.
  void passedOver(ActivationPolicy.Reason reason) {
    Counter.builder("recommender.releases.inactive")
        .description("Releases that arrived and did not become active, by reason")
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
