package io.privirec.edge.problem;

import io.privirec.edge.problem.Problem.Violation;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Answers with a problem, whatever representations the request would accept. */
public final class ProblemWriter {
  private final JsonMapper mapper;

  public ProblemWriter(JsonMapper mapper) {
    this.mapper = mapper;
  }

  /** Writes the whole answer. Nothing happens when an answer has begun already. */
  public void write(
      HttpServletRequest request, HttpServletResponse response, ProblemType type, String detail)
      throws IOException {
    write(request, response, type, detail, List.of());
  }

  /** Likewise, pointing at parts of the request. */
  void write(
      HttpServletRequest request,
      HttpServletResponse response,
      ProblemType type,
      String detail,
      List<Violation> errors)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    String traceId = TraceId.of(request, request.getHeader("traceparent"));
    byte[] body = mapper.writeValueAsBytes(Problem.of(type, detail, traceId, errors));
    response.resetBuffer();
    response.setStatus(type.status());
    response.setContentType(Problem.MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
