package io.privirec.edge.rate;

import io.privirec.edge.rate.Buckets.Standing;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/// Counts requests that are refused for their credentials. An address that sent too many wrong ones
/// is not asked for more: each costs the check of a signature. Those without any count as the
/// address's other requests without a token do. Comes before credentials are looked at.
@ConditionalOnExpression(RateLimitAutoConfiguration.LIMITED)
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1)
final class RefusedCredentialsFilter extends OncePerRequestFilter {
  private final Buckets buckets;
  private final Refusing refusing;

  RefusedCredentialsFilter(Buckets buckets, Refusing refusing) {
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
    boolean hasCredentials = request.getHeader(HttpHeaders.AUTHORIZATION) != null;
    Caller caller = hasCredentials ? Caller.refused(request) : Caller.ofAddress(request);
    Standing standing = buckets.of(caller);
    if (standing.isTooMany()) {
      refusing.tell(response, standing);
      refusing.tooMany(request, response, caller, standing);
      return;
    }
    chain.doFilter(request, response);
    if (response.getStatus() == HttpStatus.UNAUTHORIZED.value()) {
      buckets.take(caller);
    }
  }
}
