package io.privirec.edge.postgres;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/// Chooses the [Lane] of a request, before its caller is looked up.
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class LaneFilter extends OncePerRequestFilter {
  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try (Lane.Stay _ = lane(request).enter()) {
      chain.doFilter(request, response);
    }
  }

  /// A token that a participant signed has dots, the admin token has none.
  private static Lane lane(HttpServletRequest request) {
    String token = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (token == null || token.indexOf('.') >= 0) {
      return Lane.PROTOCOL;
    }
    return isInBulk(request.getContentType()) ? Lane.BACKGROUND : Lane.OPERATOR;
  }

  /// Imports, catalogues and metadata come as lines, and take minutes if they are large.
  private static boolean isInBulk(@Nullable String type) {
    return type != null
        && (type.startsWith("text/csv") || type.startsWith(MediaType.APPLICATION_NDJSON_VALUE));
  }
}
