package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import org.jspecify.annotations.Nullable;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;

/** One sentence on a request that did not reach a controller, without repeating the request. */
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

  private static String[] nullToEmpty(String @Nullable [] values) {
    return values == null ? new String[0] : values;
  }
}
