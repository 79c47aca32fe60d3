package io.privirec.recommender.recommendations;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.recommender.models.ModelAnswers;
import io.privirec.wire.RecommendationAnswer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/// What can be measured about answers. No label ever names a user or an item.
@Component
public class RecommendationMeters {
  private final MeterRegistry registry;
  private final ModelAnswers models;
  private final Map<String, OfModel> meters = new ConcurrentHashMap<>();

  RecommendationMeters(MeterRegistry registry, ModelAnswers models) {
    this.registry = registry;
    this.models = models;
  }

  /// A request was answered, alone, in a batch, or on the page.
  public void answered(int historyLength, RecommendationAnswer answer) {
    meters
        .computeIfAbsent(models.method(answer.modelVersion()), method -> new OfModel(method))
        .answered(historyLength, answer);
  }

  /// Of one kind of model.
  private final class OfModel {
    private final DistributionSummary historyItems;
    private final Counter seen;
    private final Counter excluded;
    private final Counter category;
    private final Counter unavailable;
    private final Counter popular;
    private final Counter mixed;

    OfModel(String model) {
      historyItems =
          DistributionSummary.builder("recommender.history.items")
              .description("Length of the histories asked with")
              .tag("model", model)
              .serviceLevelObjectives(1, 5, 10, 20, 50, 100, 500, 1000)
              .register(registry);
      seen = filtered(model, "seen");
      excluded = filtered(model, "excluded");
      category = filtered(model, "category");
      unavailable = filtered(model, "unavailable");
      popular = fallback(model, "popular");
      mixed = fallback(model, "mixed");
    }

    void answered(int historyLength, RecommendationAnswer answer) {
      historyItems.record(historyLength);
      seen.increment(answer.filtered().seen());
      excluded.increment(answer.filtered().excluded());
      category.increment(answer.filtered().category());
      unavailable.increment(answer.filtered().unavailable());
      switch (answer.strategy()) {
        case "popular" -> popular.increment();
        case "mixed" -> mixed.increment();
        default -> {}
      }
    }

    private Counter fallback(String model, String strategy) {
      return Counter.builder("recommender.fallback")
          .description("Answers that had to use popularity, wholly or in part")
          .tag("model", model)
          .tag("strategy", strategy)
          .register(registry);
    }

    private Counter filtered(String model, String reason) {
      return Counter.builder("recommender.candidates.filtered")
          .description("Items left out of answers, by reason")
          .tag("model", model)
          .tag("reason", reason)
          .register(registry);
    }
  }
}
