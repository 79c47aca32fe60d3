package io.privirec.client.recommendations;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.recommendations.HomeRefusal.Reason;
import io.privirec.serving.ranking.CurrentRecommender;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.ClaimStatuses;
import io.privirec.serving.web.ServingModel;
import io.privirec.serving.web.batch.StreamSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the recommender at home and what keeps its release fresh.
@Configuration(proxyBeanMethods = false)
class RecommendationsConfiguration {
  private static final Duration CLAIM_INTERVAL = Duration.ofSeconds(15);

  /// Closed by the follower, which is the last to use it.
  @Bean(destroyMethod = "")
  CurrentRecommender currentRecommender() {
    return new CurrentRecommender();
  }

  @Bean
  ClaimStatuses claimStatuses(
      CoordinatorClient coordinator, CurrentRecommender current, Clock clock) {
    ClaimStatuses statuses =
        new ClaimStatuses(coordinator.url(), coordinator.tls(), CLAIM_INTERVAL, clock);
    statuses.start(() -> current.ask(Recommender::release).stream().toList());
    return statuses;
  }

  @Bean
  ServingModel servingModel(CurrentRecommender current, ReleaseFollower follower) {
    return new ServingModel() {
      @Override
      public <T> T ask(@Nullable String version, Function<Recommender, T> question) {
        return current
            .ask(recommender -> {
              String loaded = recommender.release().manifest().releaseId();
              if (version != null && !version.equals(loaded)) {
                throw new HomeRefusal(Reason.UNKNOWN_MODEL, "no model of this version is loaded");
              }
              return question.apply(recommender);
            })
            .orElseThrow(() -> new HomeRefusal(Reason.NO_RELEASE, follower.whyNone()));
      }
    };
  }

  @Bean
  StreamSettings streamSettings(HomeSettings settings) {
    return settings.batch();
  }
}
