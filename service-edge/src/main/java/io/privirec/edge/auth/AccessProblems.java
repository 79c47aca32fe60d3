package io.privirec.edge.auth;

import io.privirec.edge.problem.ProblemWriter;
import io.privirec.wire.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/// Says why a request was not let through: no such path, no such method, no credentials, or not
/// enough of them. Paths are no secret: the API description is open.
record AccessProblems(AccessRules rules, ProblemWriter problems)
    implements AuthenticationEntryPoint, AccessDeniedHandler {
  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    if (!refuseUnknown(request, response)) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      problems.write(request, response, ProblemType.UNAUTHENTICATED, "This needs a bearer token");
    }
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    if (!refuseUnknown(request, response)) {
      problems.write(request, response, ProblemType.FORBIDDEN, "The credentials do not allow this");
    }
  }

  private boolean refuseUnknown(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Set<String> methods = rules.methodsOf(request);
    if (methods.isEmpty()) {
      problems.write(request, response, ProblemType.NOT_FOUND, "There is nothing at this path");
      return true;
    }
    String asked = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
    if (!methods.contains(asked)) {
      String allowed = String.join(", ", methods);
      response.setHeader(HttpHeaders.ALLOW, allowed);
      problems.write(request, response, ProblemType.METHOD_NOT_ALLOWED, "Allowed here: " + allowed);
      return true;
    }
    return false;
  }
}
