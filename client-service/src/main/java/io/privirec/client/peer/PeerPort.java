package io.privirec.client.peer;

import io.privirec.edge.problem.ProblemWriter;
import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Nothing but envelopes on the port for peers, and no envelopes on the holder's own.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PeerPort extends OncePerRequestFilter {
  private final @Nullable Integer port;
  private final ProblemWriter problems;

  PeerPort(PeerSettings settings, ProblemWriter problems) {
    this.port = settings.port();
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    // Decoded, as handlers are found by: the path has other spellings.
    boolean isForPeers = request.getServletPath().equals(PeerController.PATH);
    if (Objects.equals(port, request.getLocalPort()) == isForPeers) {
      chain.doFilter(request, response);
    } else {
      problems.write(request, response, ProblemType.NOT_FOUND, "There is nothing at this path");
    }
  }
}
