package io.privirec.edge.problem;

import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where the container forwards what failed outside every controller. */
@Hidden
@RestController
class ProblemErrorController implements ErrorController {
  @RequestMapping("/error")
  ResponseEntity<Problem> error(HttpServletRequest request) {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    String traceId = TraceId.of(request, request.getHeader("traceparent"));
    if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure
        && DatabaseOutage.explains(failure)) {
      // Such as in a filter that looks a caller's key up.
      return ResponseEntity.status(ProblemType.UNAVAILABLE.status())
          .header(HttpHeaders.RETRY_AFTER, "1")
          .contentType(MediaType.APPLICATION_PROBLEM_JSON)
          .body(
              Problem.of(
                  ProblemType.UNAVAILABLE,
                  ProblemException.databaseOutage().detail(),
                  traceId,
                  List.of()));
    }
    // Without a status nobody forwarded here: somebody asked for the path itself.
    ProblemType type =
        status instanceof Integer code ? ProblemTypes.forStatus(code) : ProblemType.NOT_FOUND;
    return ResponseEntity.status(type.status())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(Problem.of(type, FrameworkDetails.of(type), traceId, List.of()));
  }
}
