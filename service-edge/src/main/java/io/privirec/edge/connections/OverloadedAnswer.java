package io.privirec.edge.connections;

import io.privirec.wire.Problem;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The answer to requests that are refused for the load. It must cost little. So no servlet,
/// filter, meter of requests or line of the log has part in it, and the connection stays open.
/// Tomcat closes it after each 503, so that the answer goes past Tomcat.
final class OverloadedAnswer {
  private static final int TRACE_ID = 32;
  private static final String DETAIL =
      "More requests arrive than the service can answer in time: wait as long as Retry-After says";

  private static final String KEEPING =
      "HTTP/1.1 %s \r\n".formatted(ProblemType.OVERLOADED.status());

  private static final String CLOSING = KEEPING + "Connection: close\r\n";

  /// The answer after its first line and but for the trace id, which stands between.
  private static final String[] PARTS = parts();

  private static final String END_OF_HEAD = "\r\n\r\n";

  private OverloadedAnswer() {}

  private static String[] parts() {
    String placeholder = "0".repeat(TRACE_ID);
    Problem problem = Problem.of(ProblemType.OVERLOADED, DETAIL, placeholder, List.of());
    String body = JsonMapper.shared().writeValueAsString(problem);
    String head =
        "Retry-After: 1\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n"
            .formatted(Problem.MEDIA_TYPE, body.length());
    return (head + body).split(placeholder, 2);
  }

  /// Writes all of it, or closes the connection of a caller that does not read.
  ///
  /// @param socket of the request
  static void write(SocketWrapperBase<?> socket, Request request, Response response)
      throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    String traceId = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    boolean closes = closes(request, response);
    String text = (closes ? CLOSING : KEEPING) + PARTS[0] + traceId + PARTS[1];
    if ("HEAD".equals(request.getMethod())) {
      text = text.substring(0, text.indexOf(END_OF_HEAD) + END_OF_HEAD.length());
    }
    byte[] answer = text.getBytes(StandardCharsets.ISO_8859_1);
    socket.write(false, answer, 0, answer.length);
    if (socket.flush(false)) {
      // Nobody waits here for a caller that does not read: other refusals and health would, too.
      request.action(ActionCode.CLOSE_NOW, null);
    } else if (closes) {
      request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
    // Else Tomcat would begin an answer of its own.
    response.setCommitted(true);
  }

  /// Whether the connection ends. The rest of a body is not waited for.
  private static boolean closes(Request request, Response response) {
    request.action(ActionCode.AVAILABLE, false);
    @Nullable String connection = request.getHeader("Connection");
    return request.getHeader("Transfer-Encoding") != null
        || request.getContentLengthLong() > request.getAvailable()
        || !request.protocol().equals("HTTP/1.1")
        || (connection != null && connection.toLowerCase(Locale.ROOT).contains("close"))
        || response.containsHeader("Connection");
  }
}
