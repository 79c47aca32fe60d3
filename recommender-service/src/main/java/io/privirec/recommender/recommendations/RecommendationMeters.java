package io.privirec.recommender.recommendations;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.wire.RecommendationAnswer;
import org.springframework.stereotype.Component;

/** What can be measured about answers. No label ever names a user or an item. */
@Component
public class RecommendationMeters {
  private final MeterRegistry registry;
  private final DistributionSummary historyItems;
  private final Counter seen;
  private final Counter excluded;
  private final Counter category;
  private final Counter unavailable;

  RecommendationMeters(MeterRegistry registry) {
    this.registry = registry;
    historyItems =
        DistributionSummary.builder("recommender.history.items")
            .description("Length of the histories asked with")
            .serviceLevelObjectives(1, 5, 10, 20, 50, 100, 500, 1000)
            .register(registry);
    seen = filtered("seen");
    excluded = filtered("excluded");
    category = filtered("category");
    unavailable = filtered("unavailable");
    for (String strategy : new String[] {"popular", "mixed"}) {
      fallback(strategy);
    }
  }

  /** A request was answered, alone or in a batch. */
  public void answered(int historyLength, RecommendationAnswer answer) {
    historyItems.record(historyLength);
    seen.increment(answer.filtered().seen());
    excluded.increment(answer.filtered().excluded());
    category.increment(answer.filtered().category());
    unavailable.increment(answer.filtered().unavailable());
    if (!answer.strategy().equals("personalized")) {
      fallback(answer.strategy()).increment();
    }
  }

  private Counter fallback(String strategy) {
    return Counter.builder("recommender.fallback")
        .description("Answers that had to use popularity, wholly or in part")
        .tag("strategy", strategy)
        .register(registry);
  }

  private Counter filtered(String reason) {
    return Counter.builder("recommender.candidates.filtered")
        .description("Items left out of answers, by reason")
        .tag("reason", reason)
        .register(registry);
  }
}
