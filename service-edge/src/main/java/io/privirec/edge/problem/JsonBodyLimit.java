package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses long JSON bodies: they are read into memory before anybody can look at them. Streams,
 * NDJSON among them, are for their handlers to bound. Bodies of no definite type are refused, too.
 */
final class JsonBodyLimit extends OncePerRequestFilter {
  private final ProblemWriter problems;
  private final long maxBytes;

  JsonBodyLimit(ProblemWriter problems, long maxBytes) {
    this.problems = problems;
    this.maxBytes = maxBytes;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (isWildcard(request)) {
      problems.write(
          request,
          response,
          ProblemType.UNSUPPORTED_MEDIA_TYPE,
          "The Content-Type must name one media type");
    } else if (!isJson(request)) {
      chain.doFilter(request, response);
    } else if (request.getContentLengthLong() > maxBytes) {
      problems.write(request, response, ProblemType.PAYLOAD_TOO_LARGE, detail());
    } else {
      chain.doFilter(new WatchedBody(request, Counted::new), response);
    }
  }

  private static boolean isJson(HttpServletRequest request) {
    String name = mediaType(request);
    return name.contains("json") && !name.equals(MediaType.APPLICATION_NDJSON_VALUE);
  }

  /** No body is of any type, and the framework fails on it, also where there is no body. */
  private static boolean isWildcard(HttpServletRequest request) {
    return mediaType(request).contains("*");
  }

  private static String mediaType(HttpServletRequest request) {
    String type = request.getContentType();
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private String detail() {
    return "A JSON body has at most " + maxBytes + " bytes here";
  }

  /** Ends in a problem where the body states no length and goes on for too long. */
  private final class Counted extends WatchedBody.Stream {
    private long left = maxBytes;

    Counted(ServletInputStream in) {
      super(in);
    }

    @Override
    int receive(ServletInputStream in, byte[] into, int from, int length) throws IOException {
      int read = in.read(into, from, length);
      left -= Math.max(0, read);
      if (left < 0) {
        throw new ProblemException(ProblemType.PAYLOAD_TOO_LARGE, detail());
      }
      return read;
    }
  }
}
