package io.privirec.recommender.models;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.privirec.wire.EvaluationRequest;
import io.privirec.wire.EvaluationView;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What models were measured at on held-out data, which is never here: somebody measures and tells.
/// Dashboards see it beside what is served, so that a bad model shows; nothing is decided by it.
final class Evaluations {
  /// Of all models and data sets; the one told first is forgotten first.
  private static final int MOST = 64;

  private final Models models;
  private final StateFile<Told> file;
  private final MultiGauge gauges;
  private final Clock clock;
  private volatile Told told;

  /// All that was told, in that order.
  record Told(List<EvaluationView> evaluations) {
    static final Told NOTHING = new Told(List.of());

    Told {
      evaluations = List.copyOf(evaluations);
    }

    Told with(EvaluationView evaluation) {
      List<EvaluationView> others =
          evaluations.stream()
              .filter(other ->
                  !other.modelVersion().equals(evaluation.modelVersion())
                      || !other.dataset().equals(evaluation.dataset()))
              .toList();
      return new Told(
          Stream.concat(
                  others.stream().skip(Math.max(0, others.size() + 1 - MOST)),
                  Stream.of(evaluation))
              .toList());
    }
  }

  Evaluations(Models models, StateFile<Told> file, MeterRegistry registry, Clock clock) {
    this.models = models;
    this.file = file;
    this.clock = clock;
    this.gauges =
        MultiGauge.builder("recommender.eval")
            .description("What models were measured at on held-out data, by metric and data set")
            .register(registry);
    this.told = file.read();
    show();
  }

  /// Keeps an evaluation of a loaded model, in place of the one on the same data.
  synchronized EvaluationView put(String version, String dataset, EvaluationRequest request) {
    models.registry().require(version);
    EvaluationView evaluation =
        new EvaluationView(version, dataset, request.users(), request.metrics(), clock.instant());
    Told more = told.with(evaluation);
    file.write(more);
    told = more;
    show();
    return evaluation;
  }

  /// Of a loaded model, the one told last at the end.
  List<EvaluationView> of(String version) {
    models.registry().require(version);
    return told.evaluations().stream()
        .filter(evaluation -> evaluation.modelVersion().equals(version))
        .toList();
  }

  private void show() {
    gauges.register(
        told.evaluations().stream()
            .flatMap(evaluation ->
                evaluation.metrics().entrySet().stream()
                    .map(metric ->
                        MultiGauge.Row.of(
                            Tags.of(
                                "version", evaluation.modelVersion(),
                                "dataset", evaluation.dataset(),
                                "metric", metric.getKey()),
                            metric.getValue())))
            .collect(Collectors.toUnmodifiableList()),
        true);
  }
}
