package io.privirec.recommender.recommendations;

import io.privirec.recommender.models.ModelAnswers;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.web.ServingModel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RecommendationsConfiguration {
  @Bean
  ServingModel servingModel(ModelAnswers models) {
    return new ServingModel() {
      @Override
      public <T> T ask(@Nullable String version, Function<Recommender, T> question) {
        return models.ask(version, question);
      }
    };
  }
}
