package io.privirec.edge.rate;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/// Limits the rate of callers, unless `privirec.rate-limit.requests` is 0.
@AutoConfiguration
@Import({Buckets.class, Refusing.class, RateLimitFilter.class, RefusedCredentialsFilter.class})
@EnableConfigurationProperties(RateLimitSettings.class)
class RateLimitAutoConfiguration {
  static final String LIMITED = "${privirec.rate-limit.requests:1} != 0";
}
