package io.privirec.edge.postgres;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/// Chooses the [Lane] of a request, before its caller is looked up.
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class LaneFilter extends OncePerRequestFilter {
  private static final int DOTS_OF_JWT = 2;

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try (Lane.Stay _ = lane(request).enter()) {
      chain.doFilter(request, response);
    }
  }

  /// A token that a participant signed has three parts, the admin token is one.
  private static Lane lane(HttpServletRequest request) {
    String token = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (token == null || token.chars().filter(c -> c == '.').count() == DOTS_OF_JWT) {
      return Lane.PROTOCOL;
    }
    boolean isInBulk =
        isOfLines(request.getContentType()) || request.getRequestURI().endsWith("/imports");
    return isInBulk ? Lane.BACKGROUND : Lane.OPERATOR;
  }

  /// Imports, catalogues and metadata come as lines, or as the name of a file of them, and take
  /// minutes if they are large.
  private static boolean isOfLines(@Nullable String type) {
    String lower = type == null ? "" : type.toLowerCase(Locale.ROOT);
    return lower.startsWith("text/csv") || lower.startsWith(MediaType.APPLICATION_NDJSON_VALUE);
  }
}
