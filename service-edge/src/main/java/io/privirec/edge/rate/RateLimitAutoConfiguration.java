package io.privirec.edge.rate;

import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.problem.ProblemWriter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/// Limits the rate of callers, unless `privirec.rate-limit.requests` is 0.
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
  RateLimitFilter rateLimitFilter(Buckets buckets, Refusing refusing) {
    return new RateLimitFilter(buckets, refusing);
  }

  @Bean
  @ConditionalOnExpression(LIMITED)
  RefusedCredentialsFilter refusedCredentialsFilter(Buckets buckets, Refusing refusing) {
    return new RefusedCredentialsFilter(buckets, refusing);
  }
}
