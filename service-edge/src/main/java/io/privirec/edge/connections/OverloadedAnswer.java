package io.privirec.edge.connections;

import io.privirec.wire.Problem;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketWrapperBase;
import tools.jackson.databind.json.JsonMapper;

/// The answer to requests that are refused for the load. It must cost little, or refusing would be
/// what overloads: no servlet, filter, meter of requests or line of the log has part in it, and the
/// connection stays open. Tomcat closes it after each 503, so that the answer goes past Tomcat.
final class OverloadedAnswer {
  private static final int TRACE_ID = 32;
  private static final String DETAIL =
      "More requests arrive than the service can answer in time: wait as long as Retry-After says";

  /// All of the answer but the trace id, which stands between.
  private static final String[] PARTS = parts();

  /// Bytes before the body.
  private static final int HEAD_LENGTH = PARTS[0].indexOf("\r\n\r\n") + 4;

  private OverloadedAnswer() {}

  private static String[] parts() {
    String placeholder = "0".repeat(TRACE_ID);
    Problem problem = Problem.of(ProblemType.OVERLOADED, DETAIL, placeholder, List.of());
    String body = JsonMapper.shared().writeValueAsString(problem);
    String head =
        "HTTP/1.1 %d \r\nRetry-After: 1\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(problem.status(), Problem.MEDIA_TYPE, body.length());
    return (head + body).split(placeholder, 2);
  }

  /// Writes all of it.
  ///
  /// @param socket of the request
  static void write(SocketWrapperBase<?> socket, Request request, Response response)
      throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    String traceId = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    byte[] answer = (PARTS[0] + traceId + PARTS[1]).getBytes(StandardCharsets.ISO_8859_1);
    request.action(ActionCode.AVAILABLE, false);
    if (request.getHeader("Transfer-Encoding") != null
        || request.getContentLengthLong() > request.getAvailable()) {
      // Nobody waits here for the rest of a body: the connection is closed.
      request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
    boolean isHead = "HEAD".equals(request.getMethod());
    socket.write(true, answer, 0, isHead ? HEAD_LENGTH : answer.length);
    socket.flush(true);
    // Else Tomcat would begin an answer of its own.
    response.setCommitted(true);
  }
}
