package io.privirec.edge.problem;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.wire.Problem;
import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.slf4j.event.Level;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerMapping;
import tools.jackson.databind.json.JsonMapper;

/// Answers with a problem, whatever representations the request would accept.
public final class ProblemWriter {
  /// What was said of an answer that is not given after all.
  private static final List<String> OF_THE_ANSWER =
      List.of(
          HttpHeaders.CACHE_CONTROL,
          HttpHeaders.CONTENT_DISPOSITION,
          HttpHeaders.CONTENT_ENCODING,
          HttpHeaders.ETAG,
          HttpHeaders.EXPIRES,
          HttpHeaders.LAST_MODIFIED);

  private final JsonMapper mapper;
  private final MeterRegistry meters;

  ProblemWriter(JsonMapper mapper, MeterRegistry meters) {
    this.mapper = mapper;
    this.meters = meters;
  }

  /// Writes the whole answer. Nothing happens when an answer has begun already.
  public void write(
      HttpServletRequest request, HttpServletResponse response, ProblemType type, String detail)
      throws IOException {
    write(request, response, type, detail, List.of(), HttpHeaders.EMPTY);
  }

  /// Likewise, with all that the exception tells: parts of the request, and when to ask again.
  public void write(
      HttpServletRequest request, HttpServletResponse response, ProblemException problem)
      throws IOException {
    HttpHeaders headers = headersOf(problem);
    write(request, response, problem.type(), problem.detail(), problem.errors(), headers);
  }

  /// The time after which it is worth asking again, in whole seconds.
  static HttpHeaders headersOf(ProblemException problem) {
    HttpHeaders headers = new HttpHeaders();
    problem
        .retryAfter()
        .map(time -> Long.toString(Math.max(1, time.toSeconds())))
        .ifPresent(seconds -> headers.set(HttpHeaders.RETRY_AFTER, seconds));
    return headers;
  }

  /// Likewise, pointing at parts of the request.
  ///
  /// @param headers of the problem itself
  void write(
      HttpServletRequest request,
      HttpServletResponse response,
      ProblemType type,
      String detail,
      List<Violation> errors,
      HttpHeaders headers)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    Counter.builder("privirec.problems")
        .description("Problems answered, by code")
        .tag("code", type.code())
        .register(meters)
        .increment();
    String traceId = TraceId.of(request);
    // A service that is to be asked again logs the outage itself, in a line for all requests.
    boolean isOutage = type.status() >= 500 && headers.containsHeader(HttpHeaders.RETRY_AFTER);
    ProblemLog.answered(
        isOutage || type == ProblemType.NO_RELEASE ? Level.DEBUG : Level.INFO,
        type,
        request.getMethod(),
        request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE),
        traceId);
    byte[] body = mapper.writeValueAsBytes(Problem.of(type, detail, traceId, errors));
    response.resetBuffer();
    OF_THE_ANSWER.forEach(header -> response.setHeader(header, null));
    headers.forEach((name, values) -> {
      response.setHeader(name, null);
      values.forEach(value -> response.addHeader(name, value));
    });
    response.setStatus(type.status());
    response.setContentType(Problem.MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
