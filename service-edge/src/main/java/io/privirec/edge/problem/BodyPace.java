package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses bodies that come in too slowly: whoever sends a byte now and then must not hold what a
 * request holds. Only the time spent waiting for the sender counts, not what is done with the
 * bytes.
 */
final class BodyPace extends OncePerRequestFilter {
  private final Duration grace;
  private final long bytesPerSecond;

  /**
   * @param grace waiting that is free
   * @param bytesPerSecond least average after that
   */
  BodyPace(Duration grace, long bytesPerSecond) {
    if (grace.isNegative() || bytesPerSecond < 1) {
      throw new IllegalArgumentException(
          "privirec.body-grace must not be negative and privirec.body-pace must be at least 1B");
    }
    this.grace = grace;
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(new WatchedBody(request, Paced::new), response);
  }

  /** Waiting that a body of so many bytes may have cost by now. */
  Duration allowance(long received) {
    return grace.plusNanos((long) (received * (1e9 / bytesPerSecond)));
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
      if (waitedNanos > allowance(received).toNanos()) {
        throw tooSlow();
      }
      return read;
    }

    private ProblemException tooSlow() {
      return new ProblemException(
          ProblemType.REQUEST_TIMEOUT,
          "A body must come in with at least %d bytes per second after the first %d seconds"
              .formatted(bytesPerSecond, grace.toSeconds()));
    }
  }
}
