package io.privirec.edge.rate;

import io.privirec.edge.connections.OwnPort;
import io.privirec.edge.rate.Buckets.Standing;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/// Refuses a caller's requests beyond its rate, and tells what is left. Health and metrics are not
/// counted; what was refused for its credentials is counted by [RefusedCredentialsFilter]. Comes
/// after the filters of Spring Security, which say who calls.
@ConditionalOnExpression(RateLimitAutoConfiguration.LIMITED)
@Order(0)
final class RateLimitFilter extends OncePerRequestFilter {
  private final Buckets buckets;
  private final Refusing refusing;

  RateLimitFilter(Buckets buckets, Refusing refusing) {
    this.buckets = buckets;
    this.refusing = refusing;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return Refusing.isFree(request);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Caller caller = Caller.of(request);
    Standing standing = buckets.take(caller);
    refusing.tell(response, standing);
    // What the service asks itself comes this way, too, so that the code is compiled for others.
    if (standing.isTooMany() && !OwnPort.isOf(request)) {
      refusing.tooMany(request, response, caller, standing);
    } else {
      chain.doFilter(request, response);
    }
  }
}
