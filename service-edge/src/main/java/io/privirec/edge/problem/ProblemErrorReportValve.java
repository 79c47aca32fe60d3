package io.privirec.edge.problem;

import io.privirec.wire.Problem;
import io.privirec.wire.ProblemType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import tools.jackson.databind.json.JsonMapper;

/// Tomcat's last word on a request, above all on one that no servlet saw: a broken request line or
/// header. Replaces its HTML page, which repeats the request. Public for Tomcat, which makes it by
/// name.
public final class ProblemErrorReportValve extends ErrorReportValve {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private static final String BROKEN_OFF = ProblemErrorReportValve.class.getName() + ".brokenOff";

  /// Has the connection cut when the request is over, so that a part of an answer is not taken for
  /// the whole. An exception would do that, too, but Tomcat tells of one at length and repeatedly.
  static void cutOff(ServletRequest request) {
    request.setAttribute(BROKEN_OFF, true);
  }

  /// The rest of a body that came too slowly is not waited for.
  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    super.invoke(request, response);
    if (request.getAttribute(BROKEN_OFF) != null) {
      response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
    }
    if (response.getStatus() == ProblemType.REQUEST_TIMEOUT.status()) {
      request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    ProblemType type = FrameworkDetails.forStatus(status);
    String traceId = TraceId.parse(null);
    ProblemLog.answered(Level.INFO, type, "A request", null, traceId);
    Problem problem = Problem.of(type, FrameworkDetails.of(type), traceId, List.of());
    try {
      byte[] body = MAPPER.writeValueAsString(problem).getBytes(StandardCharsets.UTF_8);
      response.setStatus(type.status());
      response.setContentType(Problem.MEDIA_TYPE);
      response.getOutputStream().write(body);
      response.finishResponse();
    } catch (IOException | IllegalStateException e) {
      containerLog(e);
    }
  }

  private void containerLog(Exception e) {
    if (container != null) {
      container.getLogger().debug("Error report not written", e);
    }
  }
}
