package io.privirec.serving.web.batch;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/// Wires batches; the service brings the [StreamSettings].
@Import({BatchStreams.class, LineReader.class})
@Configuration(proxyBeanMethods = false)
public class BatchStreamConfiguration {
  @Bean(destroyMethod = "close")
  BatchScoring batchScoring(JsonMapper json, StreamSettings settings) {
    return new BatchScoring(
        json, new AnswerMemory(settings.maxAnswerBytes().toBytes()), settings.threads());
  }
}
