package io.privirec.edge.rate;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.ProblemWriter;
import io.privirec.edge.rate.Buckets.Standing;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.springframework.http.HttpHeaders;

/// Tells callers what is left to them, in `RateLimit` and `RateLimit-Policy`
/// (draft-ietf-httpapi-ratelimit-headers-10), and refuses and counts those that sent too many
/// requests. Thread-safe.
final class Refusing {
  private static final String LIMIT = "RateLimit";
  private static final String POLICY = "RateLimit-Policy";
  private static final String NAME = "\"default\"";
  private static final Set<String> FREE =
      Set.of(
          "/livez",
          "/readyz",
          "/actuator/health",
          "/actuator/health/liveness",
          "/actuator/health/readiness",
          "/actuator/prometheus");

  private final String policy;
  private final ProblemWriter problems;
  private final MeterRegistry meters;

  Refusing(RateLimitSettings settings, ProblemWriter problems, MeterRegistry meters) {
    this.policy = NAME + ";q=" + settings.requests() + ";w=" + settings.window().toSeconds();
    this.problems = problems;
    this.meters = meters;
  }

  /// Tells in the headers what is left.
  void tell(HttpServletResponse response, Standing standing) {
    response.setHeader(POLICY, policy);
    response.setHeader(
        LIMIT, NAME + ";r=" + standing.left() + ";t=" + wholeSeconds(standing.untilAll()));
  }

  void tooMany(
      HttpServletRequest request, HttpServletResponse response, Caller caller, Standing standing)
      throws IOException {
    Counter.builder("privirec.requests.limited")
        .description("Requests that were refused because their caller sent too many")
        .tag("caller", caller.kind())
        .register(meters)
        .increment();
    problems.write(
        request,
        response,
        ProblemException.retryAfter(
            Duration.ofSeconds(wholeSeconds(standing.untilNext())),
            ProblemType.TOO_MANY_REQUESTS,
            "More requests than RateLimit-Policy allows: wait as long as Retry-After says"));
  }

  private static long wholeSeconds(Duration time) {
    return Math.ceilDiv(time.toNanos(), Duration.ofSeconds(1).toNanos());
  }

  /// Health and metrics are not counted, unless somebody presents credentials there: none are
  /// needed, and each costs a check.
  static boolean isFree(HttpServletRequest request) {
    return FREE.contains(request.getRequestURI())
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null;
  }
}
