package io.privirec.edge.problem;

import io.privirec.edge.connections.Network;
import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/// Refuses long JSON bodies, and those that there is no memory for: they are read into memory
/// before anybody can look at them. Streams, NDJSON among them, are for their handlers to bound.
/// Bodies of no definite type are refused, too, and compressed JSON.
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class JsonBodyLimit extends OncePerRequestFilter {
  private static final String IDENTITY = "identity";

  private final ProblemWriter problems;
  private final long maxBytes;
  private final JsonMemory memory;

  JsonBodyLimit(ProblemWriter problems, long maxBytes, JsonMemory memory) {
    this.problems = problems;
    this.maxBytes = maxBytes;
    this.memory = memory;
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
    } else if (isEncoded(request)) {
      HttpHeaders headers = new HttpHeaders();
      headers.set(HttpHeaders.ACCEPT_ENCODING, IDENTITY);
      problems.write(
          request,
          response,
          ProblemType.UNSUPPORTED_MEDIA_TYPE,
          "JSON is read without Content-Encoding here",
          List.of(),
          headers);
    } else if (!isJson(request)) {
      chain.doFilter(request, response);
    } else if (request.getContentLengthLong() > maxBytes) {
      problems.write(request, response, ProblemType.PAYLOAD_TOO_LARGE, detail());
    } else {
      try (JsonMemory.Body body = memory.begin(Network.of(request.getRemoteAddr()))) {
        chain.doFilter(new WatchedBody(request, in -> new Counted(in, body)), response);
      }
    }
  }

  static boolean isJson(HttpServletRequest request) {
    String name = mediaType(request);
    return name.contains("json") && !name.equals(MediaType.APPLICATION_NDJSON_VALUE);
  }

  /// Whether JSON, or a stream of it, is said to be compressed (RFC 9110, section 12.5.3: the
  /// answer names what is read).
  private static boolean isEncoded(HttpServletRequest request) {
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    return encoding != null
        && !encoding.strip().equalsIgnoreCase(IDENTITY)
        && mediaType(request).contains("json");
  }

  /// No body is of any type, and the framework fails on it, also where there is no body.
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

  /// Ends in a problem where the body goes on for too long, or there is no memory for more.
  private final class Counted extends WatchedBody.Stream {
    private final JsonMemory.Body body;
    private long left = maxBytes;

    Counted(ServletInputStream in, JsonMemory.Body body) {
      super(in);
      this.body = body;
    }

    @Override
    int receive(ServletInputStream in, byte[] into, int from, int length) throws IOException {
      int read = in.read(into, from, length);
      if (read > 0) {
        left -= read;
        if (left < 0) {
          throw new ProblemException(ProblemType.PAYLOAD_TOO_LARGE, detail());
        }
        body.receive(into, from, read);
      }
      return read;
    }
  }
}
