package io.privirec.lab.http;

import java.io.IOException;
import tools.jackson.databind.JsonNode;

/// A service answered with a problem.
public final class ProblemException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;

  private ProblemException(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /// Of an answer's body, which is a problem document or anything else.
  ///
  /// @param request method and path, for the message
  static ProblemException of(String request, int status, JsonNode body) {
    String code = body.path("code").asString("none");
    String detail = body.path("detail").asString(body.path("title").asString(""));
    return new ProblemException(
        status, code, "%s was answered with %d %s: %s".formatted(request, status, code, detail));
  }

  public int status() {
    return status;
  }

  /// The problem's stable code; `none` when the answer was no problem document.
  public String code() {
    return code;
  }
}
