package io.privirec.edge.problem;

import jakarta.validation.Validator;
import java.time.Duration;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.tomcat.TomcatContextCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.json.JsonMapper;

/** Problem details for controllers, filters and the container. */
@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
@Import({ProblemAdvice.class, ProblemErrorController.class, ProblemPages.class})
class ProblemAutoConfiguration {
  @Bean
  ProblemWriter problemWriter(JsonMapper mapper) {
    return new ProblemWriter(mapper);
  }

  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  StrictJson strictJson(JsonMapper mapper) {
    return new StrictJson(mapper);
  }

  @Bean
  StrictBodies strictBodies(StrictJson strict, Validator validator) {
    return new StrictBodies(strict.mapper(), validator);
  }

  @Bean
  FilterRegistrationBean<TraceIdFilter> traceIdFilter() {
    FilterRegistrationBean<TraceIdFilter> registration =
        new FilterRegistrationBean<>(new TraceIdFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }

  @Bean
  FilterRegistrationBean<JsonBodyLimit> jsonBodyLimit(
      ProblemWriter problems, @Value("${privirec.max-json-body}") DataSize limit) {
    FilterRegistrationBean<JsonBodyLimit> registration =
        new FilterRegistrationBean<>(new JsonBodyLimit(problems, limit.toBytes()));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    return registration;
  }

  @Bean
  FilterRegistrationBean<PathParameters> pathParameters(ProblemWriter problems) {
    FilterRegistrationBean<PathParameters> registration =
        new FilterRegistrationBean<>(new PathParameters(problems));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    return registration;
  }

  @Bean
  FilterRegistrationBean<BodyPace> bodyPace(
      @Value("${privirec.body-grace}") Duration grace,
      @Value("${privirec.body-pace}") DataSize perSecond) {
    FilterRegistrationBean<BodyPace> registration =
        new FilterRegistrationBean<>(new BodyPace(new Pace(grace, perSecond.toBytes())));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
    return registration;
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
