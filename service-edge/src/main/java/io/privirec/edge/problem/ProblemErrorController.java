package io.privirec.edge.problem;

import io.privirec.wire.ProblemType;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Where the container forwards what failed outside every controller. Not answered through the
/// framework's converters: no filter has looked at such a request, and its headers may break them.
@Hidden
@RestController
class ProblemErrorController implements ErrorController {
  private final ProblemWriter problems;

  ProblemErrorController(ProblemWriter problems) {
    this.problems = problems;
  }

  @RequestMapping("/error")
  void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    // Without a status nobody forwarded here: somebody asked for the path itself.
    ProblemType type =
        status instanceof Integer code ? FrameworkDetails.forStatus(code) : ProblemType.NOT_FOUND;
    problems.write(request, response, type, FrameworkDetails.of(type));
  }
}
