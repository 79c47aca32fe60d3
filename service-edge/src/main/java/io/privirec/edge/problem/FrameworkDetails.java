package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import org.jspecify.annotations.Nullable;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;

/// One sentence on a request that did not reach a controller, without repeating the request.
final class FrameworkDetails {
  private FrameworkDetails() {}

  static String of(Exception e, ProblemType type) {
    return switch (e) {
      case MissingServletRequestParameterException missing ->
          "The parameter " + missing.getParameterName() + " is required";
      case MissingRequestHeaderException missing ->
          "The header " + missing.getHeaderName() + " is required";
      case HttpRequestMethodNotSupportedException method ->
          "Allowed here: " + String.join(", ", nullToEmpty(method.getSupportedMethods()));
      case HttpMediaTypeNotSupportedException media ->
          "Accepted here: " + media.getSupportedMediaTypes();
      default -> of(type);
    };
  }

  static String of(ProblemType type) {
    return switch (type) {
      case NOT_FOUND -> "There is nothing at this path";
      case NOT_ACCEPTABLE -> "No representation that the Accept header allows";
      case UNAUTHENTICATED -> "This needs credentials";
      case FORBIDDEN -> "The credentials do not allow this";
      case PAYLOAD_TOO_LARGE -> "The body is larger than this path takes";
      case UNAVAILABLE -> "Not now; try again";
      case INTERNAL_ERROR -> "An unexpected failure; the service's log has it under the traceId";
      default -> "The request cannot be understood";
    };
  }

  /// The general problem for a status that framework or container chose.
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

  private static String[] nullToEmpty(String @Nullable [] values) {
    return values == null ? new String[0] : values;
  }
}
