package io.privirec.recommender.recommendations;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.recommender.models.ModelAnswers;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.Filtered;
import org.springframework.stereotype.Component;

/// What can be measured about answers, by the kind of model. No label ever names a user or an item.
@Component
public class RecommendationMeters {
  private final ModelAnswers models;
  private final MeterProvider<DistributionSummary> histories;
  private final MeterProvider<Counter> filtered;
  private final MeterProvider<Counter> fallbacks;

  RecommendationMeters(MeterRegistry registry, ModelAnswers models) {
    this.models = models;
    this.histories =
        DistributionSummary.builder("recommender.history.items")
            .description("Length of the histories asked with")
            .serviceLevelObjectives(1, 5, 10, 20, 50, 100, 500, 1000)
            .withRegistry(registry);
    this.filtered =
        Counter.builder("recommender.candidates.filtered")
            .description("Items left out of answers, by reason")
            .withRegistry(registry);
    this.fallbacks =
        Counter.builder("recommender.fallback")
            .description("Answers that had to use popularity, wholly or in part")
            .withRegistry(registry);
  }

  /// A request was answered, alone, in a batch, or on the page.
  public void answered(int historyLength, RecommendationAnswer answer) {
    String model = models.method(answer.modelVersion());
    histories.withTags("model", model).record(historyLength);
    Filtered left = answer.filtered();
    filtered.withTags("model", model, "reason", "seen").increment(left.seen());
    filtered.withTags("model", model, "reason", "excluded").increment(left.excluded());
    filtered.withTags("model", model, "reason", "category").increment(left.category());
    filtered.withTags("model", model, "reason", "unavailable").increment(left.unavailable());
    for (String strategy : new String[] {"popular", "mixed"}) {
      fallbacks
          .withTags("model", model, "strategy", strategy)
          .increment(strategy.equals(answer.strategy()) ? 1 : 0);
    }
  }
}
