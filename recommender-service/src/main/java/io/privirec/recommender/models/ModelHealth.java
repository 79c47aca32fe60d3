package io.privirec.recommender.models;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Ready only when a verified, warmed-up model is in use. */
final class ModelHealth implements HealthIndicator {
  private final Models models;

  ModelHealth(Models models) {
    this.models = models;
  }

  @Override
  public Health health() {
    return models
        .active()
        .map(view -> Health.up().withDetail("modelVersion", view.modelVersion()).build())
        .orElseGet(() -> Health.outOfService().withDetail("reason", "no model loaded").build());
  }
}
