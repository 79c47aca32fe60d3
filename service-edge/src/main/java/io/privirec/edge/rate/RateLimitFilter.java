package io.privirec.edge.rate;

import io.github.bucket4j.ConsumptionProbe;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.problem.ProblemWriter;
import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses a caller's requests beyond its rate, and tells in {@code RateLimit} and {@code
 * RateLimit-Policy} (draft-ietf-httpapi-ratelimit-headers-10) what is left. Health and metrics are
 * not counted, and neither is what was refused for its credentials.
 */
final class RateLimitFilter extends OncePerRequestFilter {
  static final String LIMIT = "RateLimit";
  static final String POLICY = "RateLimit-Policy";
  private static final String NAME = "\"default\"";

  private final Buckets buckets;
  private final String policy;
  private final ProblemWriter problems;
  private final MeterRegistry meters;

  RateLimitFilter(RateLimitSettings settings, ProblemWriter problems, MeterRegistry meters) {
    this.buckets = new Buckets(settings);
    this.policy = NAME + ";q=" + settings.requests() + ";w=" + settings.window().toSeconds();
    this.problems = problems;
    this.meters = meters;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.equals("/livez") || path.equals("/readyz") || path.startsWith("/actuator/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Caller caller = Caller.of(request);
    ConsumptionProbe probe = buckets.take(caller);
    response.setHeader(POLICY, policy);
    response.setHeader(
        LIMIT,
        NAME
            + ";r="
            + probe.getRemainingTokens()
            + ";t="
            + seconds(probe.getNanosToWaitForReset()));
    if (probe.isConsumed()) {
      chain.doFilter(request, response);
      return;
    }
    Counter.builder("privirec.requests.limited")
        .description("Requests that were refused because their caller sent too many")
        .tag("caller", caller.kind())
        .register(meters)
        .increment();
    problems.writeRetryAfter(
        request,
        response,
        Duration.ofSeconds(Math.max(1, seconds(probe.getNanosToWaitForRefill()))),
        ProblemType.TOO_MANY_REQUESTS,
        "More requests than RateLimit-Policy allows: wait as long as Retry-After says");
  }

  private static long seconds(long nanos) {
    return Math.ceilDiv(nanos, Duration.ofSeconds(1).toNanos());
  }
}
