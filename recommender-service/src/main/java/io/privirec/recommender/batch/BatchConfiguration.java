package io.privirec.recommender.batch;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.serving.web.batch.BatchScoring;
import io.privirec.serving.web.batch.StreamSettings;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(JobSettings.class)
class BatchConfiguration {
  @Bean
  StreamSettings streamSettings(Environment environment) {
    return StreamSettings.of(environment, "privirec.recommender.batch");
  }

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
