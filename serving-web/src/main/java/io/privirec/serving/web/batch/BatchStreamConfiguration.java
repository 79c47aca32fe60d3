package io.privirec.serving.web.batch;

import io.privirec.edge.problem.RefusalMapping;
import io.privirec.edge.problem.StrictBodies;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/// Wires batches; the service brings the [StreamSettings].
@Configuration(proxyBeanMethods = false)
public class BatchStreamConfiguration {
  @Bean(destroyMethod = "close")
  BatchScoring batchScoring(JsonMapper json, StreamSettings settings) {
    return new BatchScoring(
        json, new AnswerMemory(settings.maxAnswerBytes().toBytes()), settings.threads());
  }

  @Bean
  BatchStreams batchStreams(BatchScoring scoring, StreamSettings settings) {
    return new BatchStreams(scoring, settings);
  }

  @Bean
  LineReader lineReader(StrictBodies bodies, RefusalMapping refusals) {
    return new LineReader(bodies, refusals);
  }
}
