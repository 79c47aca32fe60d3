package io.privirec.recommender.batch;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.serving.web.batch.BatchScoring;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class BatchConfiguration {
  @Bean
  JobFiles jobFiles(DataDirectory data, JsonMapper json) {
    return new JobFiles(data.directory("jobs"), json);
  }

  @Bean(initMethod = "start", destroyMethod = "close")
  Jobs jobs(
      JobFiles files, BatchScoring scoring, ModelLines lines, JobSettings settings, Clock clock) {
    return new Jobs(files, scoring, lines, settings, clock, new SecureRandom());
  }
}
