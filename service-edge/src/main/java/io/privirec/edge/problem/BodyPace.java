package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.filter.OncePerRequestFilter;

/// Refuses bodies that come in too slowly: whoever sends a byte now and then must not hold what a
/// request holds. Only the time spent waiting for the sender counts, not what is done with the
/// bytes.
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class BodyPace extends OncePerRequestFilter {
  private final Pace usual;
  private final Pace ofJson;

  /// @param ofJson of bodies that are held in memory while they come in
  BodyPace(Pace usual, Pace ofJson) {
    this.usual = usual;
    this.ofJson = ofJson;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Pace pace = JsonBodyLimit.isJson(request) ? ofJson : usual;
    chain.doFilter(new WatchedBody(request, in -> new Paced(in, pace)), response);
  }

  private static final class Paced extends WatchedBody.Stream {
    private final Pace pace;
    private long received;
    private long waitedNanos;

    Paced(ServletInputStream in, Pace pace) {
      super(in);
      this.pace = pace;
    }

    @Override
    int receive(ServletInputStream in, byte[] into, int from, int length) throws IOException {
      long start = System.nanoTime();
      int read;
      try {
        read = in.read(into, from, length);
      } catch (IOException e) {
        if (e instanceof SocketTimeoutException || e.getCause() instanceof SocketTimeoutException) {
          throw tooSlow();
        }
        throw e;
      }
      waitedNanos += System.nanoTime() - start;
      received += Math.max(0, read);
      if (!pace.isKept(received, waitedNanos) && isMissing(in)) {
        throw tooSlow();
      }
      return read;
    }

    /// Whether the sender still owes bytes. A busy service wakes its readers late: what came in
    /// meanwhile is there, and the sender was not slow.
    private static boolean isMissing(ServletInputStream in) throws IOException {
      return !in.isFinished() && in.available() == 0;
    }

    private ProblemException tooSlow() {
      return new ProblemException(
          ProblemType.REQUEST_TIMEOUT,
          "A body must come in with at least %s bytes per second after the first %s seconds"
              .formatted(pace.bytesPerSecond(), pace.grace().toSeconds()));
    }
  }
}
