package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;

/** The general problem for a status that framework or container chose. */
final class ProblemTypes {
  private ProblemTypes() {}

  static ProblemType forStatus(int status) {
    return switch (status) {
      case 401 -> ProblemType.UNAUTHENTICATED;
      case 403 -> ProblemType.FORBIDDEN;
      case 404 -> ProblemType.NOT_FOUND;
      case 405 -> ProblemType.METHOD_NOT_ALLOWED;
      case 406 -> ProblemType.NOT_ACCEPTABLE;
      case 408 -> ProblemType.REQUEST_TIMEOUT;
      case 411 -> ProblemType.LENGTH_REQUIRED;
      case 413 -> ProblemType.PAYLOAD_TOO_LARGE;
      case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
      case 416 -> ProblemType.RANGE_NOT_SATISFIABLE;
      case 429 -> ProblemType.TOO_MANY_REQUESTS;
      // An unknown transfer encoding or version of HTTP is the request's fault.
      case 501, 505 -> ProblemType.MALFORMED_REQUEST;
      case 503 -> ProblemType.UNAVAILABLE;
      default -> status < 500 ? ProblemType.MALFORMED_REQUEST : ProblemType.INTERNAL_ERROR;
    };
  }
}
