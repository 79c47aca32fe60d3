package io.privirec.edge.problem;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.validation.Validator;
import java.util.Optional;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
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
@EnableConfigurationProperties({BodySettings.class, JsonSettings.class})
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
  JsonMemory jsonMemory(JsonSettings json, BodySettings bodies) {
    return JsonMemory.of(json.jsonMemory().toBytes(), bodies.maxJsonBody().toBytes());
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
  JsonBodyLimit jsonBodyLimit(ProblemWriter problems, BodySettings bodies, JsonMemory memory) {
    return new JsonBodyLimit(problems, bodies.maxJsonBody().toBytes(), memory);
  }

  @Bean
  BodyPace bodyPace(BodySettings bodies, JsonSettings json) {
    return new BodyPace(
        new Pace(bodies.bodyGrace(), bodies.bodyPace().toBytes()),
        new Pace(bodies.bodyGrace(), json.jsonPace().toBytes()));
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemErrorReports() {
    return reporting();
  }

  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> reporting() {
    TomcatContextCustomizer reports =
        context -> {
          if (context.getParent() instanceof StandardHost host) {
            host.setErrorReportValveClass(ProblemErrorReportValve.class.getName());
          }
        };
    return factory -> factory.addContextCustomizers(reports);
  }
}
