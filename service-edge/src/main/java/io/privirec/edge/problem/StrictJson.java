package io.privirec.edge.problem;

import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Requests with an unknown property are refused, and numbers are not cut or read from strings: a
/// misspelt `exclude` must not pass silently, nor a `k` of 1.5. Arrays are read no further than
/// they may go ([BoundedLists]). JSON is the only format; that the API documentation brings a YAML
/// library along must not open a second, lenient one.
///
/// Answers of other services are read leniently, by the application's own mapper.
@Order(Ordered.LOWEST_PRECEDENCE)
final class StrictJson implements ServerHttpMessageConvertersCustomizer {
  private final JsonMapper mapper;

  StrictJson(JsonMapper mapper) {
    this.mapper =
        mapper
            .rebuild()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .addModule(
                new SimpleModule("bounded lists").setDeserializerModifier(new BoundedLists()))
            .build();
  }

  /// What reads so strictly.
  JsonMapper mapper() {
    return mapper;
  }

  @Override
  public void customize(HttpMessageConverters.ServerBuilder builder) {
    builder
        .withJsonConverter(new JacksonJsonHttpMessageConverter(mapper))
        .configureMessageConvertersList(converters ->
            converters.removeIf(converter ->
                converter.getSupportedMediaTypes().contains(MediaType.APPLICATION_YAML)));
  }
}
