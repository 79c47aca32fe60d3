package io.privirec.edge.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/// Puts the request's trace id on every log line written while it is served. It comes after the
/// filter that begins the request's span, where traces are exported.
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class TraceIdFilter extends OncePerRequestFilter {
  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try (MDC.MDCCloseable _ = MDC.putCloseable(TraceId.MDC_KEY, TraceId.of(request))) {
      chain.doFilter(request, response);
    }
  }

  @Override
  protected boolean shouldNotFilterErrorDispatch() {
    return false;
  }

  @Override
  protected boolean shouldNotFilterAsyncDispatch() {
    return false;
  }
}
