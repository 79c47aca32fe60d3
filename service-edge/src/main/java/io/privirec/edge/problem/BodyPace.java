package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that come in too slowly: whoever sends a byte now and then must not hold what a
 * request holds. Only the time spent waiting for the sender counts, not what is done with the
 * bytes.
 */
final class BodyPace extends OncePerRequestFilter {
  private final Pace pace;

  BodyPace(Pace pace) {
    this.pace = pace;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(new WatchedBody(request, Paced::new), response);
  }

  private final class Paced extends WatchedBody.Stream {
    private long received;
    private long waitedNanos;

    Paced(ServletInputStream in) {
      super(in);
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
      if (!pace.isKept(received, waitedNanos)) {
        throw tooSlow();
      }
      return read;
    }

    private ProblemException tooSlow() {
      return new ProblemException(
          ProblemType.REQUEST_TIMEOUT,
          "A body must come in with at least %d bytes per second after the first %d seconds"
              .formatted(pace.bytesPerSecond(), pace.grace().toSeconds()));
    }
  }
}
