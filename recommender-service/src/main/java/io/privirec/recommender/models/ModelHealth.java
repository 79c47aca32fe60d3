package io.privirec.recommender.models;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/// Ready when a verified, warmed-up model answers, and those on the disk are loaded, too. Health
/// groups know it without the suffix of its name.
@Component("modelHealthIndicator")
record ModelHealth(Models models, ModelLoading loading, FirstRequests requests)
    implements HealthIndicator {
  @Override
  public Health health() {
    if (!loading.isRestored()) {
      return Health.outOfService().withDetail("reason", "models are being loaded").build();
    }
    return models
        .active()
        .map(view ->
            requests.areDone()
                ? Health.up().withDetail("modelVersion", view.modelVersion()).build()
                : Health.outOfService().withDetail("reason", "warming up").build())
        .orElseGet(() -> Health.outOfService().withDetail("reason", "no model loaded").build());
  }
}
