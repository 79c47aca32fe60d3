package io.privirec.edge.rate;

import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.problem.ProblemWriter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** Limits the rate of callers, unless {@code privirec.rate-limit.requests} is 0. */
@AutoConfiguration
@EnableConfigurationProperties(RateLimitSettings.class)
class RateLimitAutoConfiguration {
  private static final String LIMITED = "${privirec.rate-limit.requests} != 0";

  @Bean
  Buckets rateLimitBuckets(RateLimitSettings settings) {
    return new Buckets(settings);
  }

  @Bean
  Refusing rateLimitRefusing(
      RateLimitSettings settings, ProblemWriter problems, MeterRegistry meters) {
    return new Refusing(settings, problems, meters);
  }

  @Bean
  @ConditionalOnExpression(LIMITED)
  FilterRegistrationBean<RateLimitFilter> rateLimitFilter(Buckets buckets, Refusing refusing) {
    FilterRegistrationBean<RateLimitFilter> registration =
        new FilterRegistrationBean<>(new RateLimitFilter(buckets, refusing));
    // After those of Spring Security, which say who calls.
    registration.setOrder(0);
    return registration;
  }

  @Bean
  @ConditionalOnExpression(LIMITED)
  FilterRegistrationBean<RefusedCredentialsFilter> refusedCredentialsFilter(
      Buckets buckets, Refusing refusing) {
    FilterRegistrationBean<RefusedCredentialsFilter> registration =
        new FilterRegistrationBean<>(new RefusedCredentialsFilter(buckets, refusing));
    registration.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1);
    return registration;
  }
}
