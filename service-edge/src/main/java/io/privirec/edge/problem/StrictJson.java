package io.privirec.edge.problem;

import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests with an unknown property are refused: a misspelt {@code exclude} must not pass silently.
 * Answers of other services are read leniently, by the application's own mapper.
 */
final class StrictJson implements ServerHttpMessageConvertersCustomizer {
  private final JsonMapper mapper;

  StrictJson(JsonMapper mapper) {
    this.mapper =
        mapper.rebuild().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  }

  @Override
  public void customize(HttpMessageConverters.ServerBuilder builder) {
    builder.withJsonConverter(new JacksonJsonHttpMessageConverter(mapper));
  }
}
