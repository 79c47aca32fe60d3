package io.privirec.edge.rate;

import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.problem.ProblemWriter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Limits the rate of callers, unless {@code privirec.rate-limit.requests} is 0. */
@AutoConfiguration
@EnableConfigurationProperties(RateLimitSettings.class)
class RateLimitAutoConfiguration {
  @Bean
  @ConditionalOnExpression("${privirec.rate-limit.requests} != 0")
  FilterRegistrationBean<RateLimitFilter> rateLimitFilter(
      RateLimitSettings settings, ProblemWriter problems, MeterRegistry meters) {
    FilterRegistrationBean<RateLimitFilter> registration =
        new FilterRegistrationBean<>(new RateLimitFilter(settings, problems, meters));
    // After those of Spring Security, which say who calls.
    registration.setOrder(0);
    return registration;
  }
}
