package io.privirec.edge.problem;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.validation.Validator;
import java.time.Duration;
import java.util.Optional;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.util.unit.DataSize;
import tools.jackson.core.util.JsonRecyclerPools;

/// Problem details for controllers, filters and the container.
@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
@Import({
  PathParameters.class,
  ProblemAdvice.class,
  ProblemErrorController.class,
  ProblemPages.class,
  ProblemWriter.class,
  StrictJson.class,
  TraceIdFilter.class
})
class ProblemAutoConfiguration {
  /// Of up to 150 KB each; parsing takes a core, so more are of use to nobody.
  private static final int KEPT_PARSER_BUFFERS = 8;

  /// A service without features refuses nothing.
  @Bean
  @ConditionalOnMissingBean
  RefusalMapping noRefusals() {
    return e -> Optional.empty();
  }

  /// Parsers of many bodies at once must not leave their buffers behind when they are gone.
  @Bean
  JsonFactoryBuilderCustomizer boundedParserBuffers() {
    return factory -> factory.recyclerPool(JsonRecyclerPools.newBoundedPool(KEPT_PARSER_BUFFERS));
  }

  @Bean
  StrictBodies strictBodies(StrictJson strict, Validator validator) {
    return new StrictBodies(strict.mapper(), validator);
  }

  @Bean
  JsonMemory jsonMemory(
      @Value("${privirec.http.json-memory}") DataSize memory,
      @Value("${privirec.max-json-body}") DataSize limit) {
    return JsonMemory.of(memory.toBytes(), limit.toBytes());
  }

  @Bean
  MeterBinder jsonMemoryMeter(JsonMemory memory) {
    return meters ->
        Gauge.builder("privirec.json.memory", memory, JsonMemory::taken)
            .description("Memory that counts for the JSON bodies that are under way")
            .baseUnit("bytes")
            .register(meters);
  }

  @Bean
  JsonBodyLimit jsonBodyLimit(
      ProblemWriter problems,
      @Value("${privirec.max-json-body}") DataSize limit,
      JsonMemory memory) {
    return new JsonBodyLimit(problems, limit.toBytes(), memory);
  }

  @Bean
  BodyPace bodyPace(
      @Value("${privirec.body-grace}") Duration grace,
      @Value("${privirec.body-pace}") DataSize usual,
      @Value("${privirec.http.json-pace}") DataSize ofJson) {
    return new BodyPace(new Pace(grace, usual.toBytes()), new Pace(grace, ofJson.toBytes()));
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemErrorReports() {
    TomcatContextCustomizer reports =
        context -> {
          if (context.getParent() instanceof StandardHost host) {
            host.setErrorReportValveClass(ProblemErrorReportValve.class.getName());
          }
        };
    return factory -> factory.addContextCustomizers(reports);
  }
}
