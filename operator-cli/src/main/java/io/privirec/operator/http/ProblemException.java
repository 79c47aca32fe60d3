package io.privirec.operator.http;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A service answered with a problem.
public final class ProblemException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final transient @Nullable Duration retryAfter;

  private ProblemException(int status, String code, @Nullable Duration retryAfter, String message) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /// Of an answer's body, which is a problem document or anything else.
  ///
  /// @param request method and path, for the message
  static ProblemException of(String request, int status, HttpHeaders headers, JsonNode body) {
    String code = body.path("code").asString("none");
    String detail = body.path("detail").asString(body.path("title").asString(""));
    return new ProblemException(
        status,
        code,
        headers
            .firstValue("Retry-After")
            .filter(seconds -> seconds.matches("\\d{1,9}"))
            .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
            .orElse(null),
        "%s was answered with %s %s: %s".formatted(request, status, code, detail));
  }

  public int status() {
    return status;
  }

  /// The problem's stable code; `none` when the answer was no problem document.
  public String code() {
    return code;
  }

  /// Returns the time until another try, if the service states it.
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
