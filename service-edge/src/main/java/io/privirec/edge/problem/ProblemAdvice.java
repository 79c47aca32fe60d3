package io.privirec.edge.problem;

import io.privirec.crypto.sealing.UnknownKeyException;
import io.privirec.edge.datadir.DiskFull;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;

/// Turns whatever a controller, or the framework on its behalf, throws into a
/// [io.privirec.wire.Problem].
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {
  private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

  private final ProblemWriter problems;
  private final RefusalMapping refusals;
  private final DatabaseFaults database;

  ProblemAdvice(ProblemWriter problems, RefusalMapping refusals, DatabaseFaults database) {
    this.problems = problems;
    this.refusals = refusals;
    this.database = database;
  }

  @ExceptionHandler
  @Nullable ResponseEntity<Object> problem(ProblemException e, WebRequest request) {
    if (e.type().status() >= 500 && e.getCause() != null) {
      // Something foreseen, such as another service that is away: its message says it all.
      log.warn("{}: {} ({})", e.type().code(), e.getCause().getMessage(), root(e).toString());
      log.debug("{}: {}", e.type().code(), e.detail(), e.getCause());
    }
    return answer(e.type(), e.detail(), e.errors(), ProblemWriter.headersOf(e), request);
  }

  private static Throwable root(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(50)
        .reduce(failure, (_, next) -> next);
  }

  @ExceptionHandler
  @Nullable ResponseEntity<Object> forbidden(AccessDeniedException e, WebRequest request) {
    return answer(ProblemType.FORBIDDEN, "The credentials do not allow this", request);
  }

  @ExceptionHandler
  @Nullable ResponseEntity<Object> unauthenticated(AuthenticationException e, WebRequest request) {
    return answer(ProblemType.UNAUTHENTICATED, "The credentials cannot be used", request);
  }

  /// A replica whose list of keys is behind the others' must not be taken for a broken database.
  @ExceptionHandler
  @Nullable ResponseEntity<Object> keyMissing(UnknownKeyException e, WebRequest request) {
    log.error("{}: {}", ProblemType.ENCRYPTION_KEY_MISSING.code(), e.getMessage());
    return answer(
        ProblemType.ENCRYPTION_KEY_MISSING,
        "Stored state was sealed with key " + e.keyId() + ", which this replica does not have",
        request);
  }

  /// Tomcat reads the query, and forms, when somebody asks for a parameter, and not before.
  @ExceptionHandler({InvalidParameterException.class, RequestRejectedException.class})
  @Nullable ResponseEntity<Object> brokenParameters(RuntimeException e, WebRequest request) {
    return answer(ProblemType.MALFORMED_REQUEST, "The query or form cannot be read", request);
  }

  /// Whatever decodes by the charset of the media type fails on one that is none.
  @ExceptionHandler({IllegalCharsetNameException.class, UnsupportedCharsetException.class})
  @Nullable ResponseEntity<Object> noCharset(IllegalArgumentException e, WebRequest request) {
    return answer(
        ProblemType.UNSUPPORTED_MEDIA_TYPE, "The charset of the media type is not known", request);
  }

  /// The connection broke while reading or writing: hardly anybody is left to be told.
  @ExceptionHandler
  @Nullable ResponseEntity<Object> broken(IOException e, WebRequest request) {
    if (isConnectionLoss(e)) {
      log.debug("Connection lost", e);
      if (isBegun(request)) {
        return null;
      }
      return answer(
          ProblemType.MALFORMED_REQUEST, "The body ended before it was complete", request);
    }
    return unexpected(e, request);
  }

  /// What a feature refuses is a problem; what it does not expect is not.
  @ExceptionHandler
  @Nullable ResponseEntity<Object> refused(RuntimeException e, WebRequest request) {
    Optional<ProblemException> refusal = refusals.problem(e);
    return refusal.isPresent() ? problem(refusal.get(), request) : unexpected(e, request);
  }

  @ExceptionHandler
  @Nullable ResponseEntity<Object> unexpected(Exception e, WebRequest request) {
    Optional<DatabaseOutage> outage = database.counted(e);
    if (outage.isPresent()) {
      return problem(ProblemException.of(outage.get()), request);
    }
    if (DiskFull.explains(e)) {
      log.error("The disk is full: {}", e.getMessage());
      return answer(ProblemType.STORAGE_FULL, "The service's disk is full", request);
    }
    ProblemLog.failed("Unexpected failure", traceId(request), e);
    return answer(
        ProblemType.INTERNAL_ERROR,
        "An unexpected failure; the service's log has it under the traceId",
        request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return invalid(BodyViolations.of(e.getBindingResult()), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
      HandlerMethodValidationException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return invalid(BodyViolations.of(e), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    // Thrown by the body, or by a bound, while it was read; the reader wraps it.
    Optional<ProblemException> refused = ProblemException.causeOf(e);
    if (refused.isPresent()) {
      return problem(refused.get(), request);
    }
    if (e.getCause() instanceof JacksonException json) {
      String detail = BodyViolations.describe(json);
      List<Violation> errors = BodyViolations.of(json, detail);
      return answer(ProblemType.MALFORMED_REQUEST, detail, errors, new HttpHeaders(), request);
    }
    return answer(ProblemType.MALFORMED_REQUEST, "A readable body is required", request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    String pointer = "/" + e.getPropertyName();
    Class<?> type = e.getRequiredType();
    String detail = "must be a " + (type == null ? "different type" : type.getSimpleName());
    return answer(
        ProblemType.MALFORMED_REQUEST,
        "A parameter has the wrong type",
        List.of(new Violation(pointer, detail)),
        new HttpHeaders(),
        request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (status.is5xxServerError()) {
      ProblemLog.failed("Answering " + status.value(), traceId(request), e);
    }
    ProblemType type = FrameworkDetails.forStatus(status.value());
    return answer(type, FrameworkDetails.of(e, type), List.of(), headers, request);
  }

  private @Nullable ResponseEntity<Object> invalid(List<Violation> errors, WebRequest request) {
    return answer(
        ProblemType.INVALID_VALUE,
        BodyViolations.detail(errors),
        errors,
        new HttpHeaders(),
        request);
  }

  private static boolean isConnectionLoss(IOException e) {
    String name = e.getClass().getSimpleName();
    return e instanceof java.io.EOFException
        || e instanceof java.net.SocketException
        || name.equals("ClientAbortException")
        || name.equals("AsyncRequestNotUsableException")
        || name.equals("BadRequestException");
  }

  private @Nullable ResponseEntity<Object> answer(
      ProblemType type, String detail, WebRequest request) {
    return answer(type, detail, List.of(), new HttpHeaders(), request);
  }

  private @Nullable ResponseEntity<Object> answer(
      ProblemType type,
      String detail,
      List<Violation> errors,
      HttpHeaders headers,
      WebRequest request) {
    ServletWebRequest exchange = (ServletWebRequest) request;
    HttpServletResponse response = Objects.requireNonNull(exchange.getResponse());
    if (isBegun(request)) {
      // Tomcat tells of a body that stopped by itself: the answer is its problem already.
      if (response.getStatus() < 400) {
        log.info("An answer that had begun was cut off: {}", type.code());
        ProblemErrorReportValve.cutOff(exchange.getRequest());
      }
      return null;
    }
    try {
      // Not by the framework's converters: what the request accepts does not matter for a problem.
      problems.write(exchange.getRequest(), response, type, detail, errors, headers);
    } catch (IOException e) {
      log.debug("Connection lost", e);
    }
    return null;
  }

  private static boolean isBegun(WebRequest request) {
    HttpServletResponse response = ((ServletWebRequest) request).getResponse();
    return response != null && response.isCommitted();
  }

  private static String traceId(WebRequest request) {
    return TraceId.of(((ServletWebRequest) request).getRequest());
  }
}
