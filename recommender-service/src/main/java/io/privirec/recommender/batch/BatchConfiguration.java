package io.privirec.recommender.batch;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.problem.StrictBodies;
import io.privirec.recommender.models.ModelAnswers;
import io.privirec.recommender.recommendations.RecommendationMeters;
import io.privirec.serving.web.Answers;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BatchSettings.class)
class BatchConfiguration {
  @Bean
  LineAnswers lineAnswers(
      Answers answers,
      ModelAnswers models,
      RecommendationMeters meters,
      StrictBodies bodies,
      JsonMapper json) {
    return new LineAnswers(answers, models, meters, bodies, json);
  }

  @Bean(destroyMethod = "close")
  BatchScoring batchScoring(LineAnswers answers, BatchSettings settings) {
    return new BatchScoring(answers, settings.threads());
  }

  @Bean
  JobFiles jobFiles(DataDirectory data, JsonMapper json) {
    return new JobFiles(data.directory("jobs"), json);
  }

  @Bean(initMethod = "start", destroyMethod = "close")
  Jobs jobs(
      JobFiles files,
      BatchScoring scoring,
      LineAnswers answers,
      BatchSettings settings,
      Clock clock) {
    return new Jobs(files, scoring, answers, settings, clock, new SecureRandom());
  }
}
