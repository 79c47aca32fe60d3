package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.server.RequestPath;
import org.springframework.web.filter.OncePerRequestFilter;

/// Refuses a path with parameters (`/a;b=c`) that cannot be decoded. The container takes them off
/// before it decodes the path, and the framework fails on them before any handler.
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class PathParameters extends OncePerRequestFilter {
  private final ProblemWriter problems;

  PathParameters(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String path = request.getRequestURI();
    if (path.indexOf(';') >= 0 && !isReadable(path)) {
      problems.write(
          request, response, ProblemType.MALFORMED_REQUEST, "The path cannot be decoded");
    } else {
      chain.doFilter(request, response);
    }
  }

  private static boolean isReadable(String path) {
    try {
      RequestPath.parse(path, null);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
