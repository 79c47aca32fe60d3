package io.privirec.edge.lifecycle;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/// Has callers leave their connections while the service ends: what they sent on one of them a
/// moment later would be lost.
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DrainFilter extends OncePerRequestFilter {
  private final Drain drain;

  DrainFilter(Drain drain) {
    this.drain = drain;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    askToLeave(response);
    chain.doFilter(request, response);
    askToLeave(response); // a long poll that began before
  }

  private void askToLeave(HttpServletResponse response) {
    if (drain.hasBegun() && !response.isCommitted()) {
      response.setHeader(HttpHeaders.CONNECTION, "close");
    }
  }
}
