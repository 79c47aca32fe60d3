package io.privirec.edge.auth;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/// One method on one path pattern.
///
/// @param authorities any of these suffices; empty: everybody may call it
record Rule(HttpMethod method, PathPattern pattern, Set<String> authorities)
    implements RequestMatcher {
  static Rule of(HttpMethod method, String pattern, Set<String> authorities) {
    return new Rule(method, PathPatternParser.defaultInstance.parse(pattern), authorities);
  }

  @Override
  public boolean matches(HttpServletRequest request) {
    String asked = request.getMethod();
    boolean sameMethod =
        method.matches(asked) || (method.equals(HttpMethod.GET) && asked.equals("HEAD"));
    return sameMethod && matchesPath(request);
  }

  boolean matchesPath(HttpServletRequest request) {
    var path =
        ServletRequestPathUtils.hasParsedRequestPath(request)
            ? ServletRequestPathUtils.getParsedRequestPath(request)
            : ServletRequestPathUtils.parse(request);
    return pattern.matches(path.pathWithinApplication());
  }

  /// Whether a documented path such as `/v1/rounds/{roundId}` falls under this pattern.
  boolean matchesTemplate(String template) {
    return pattern.getPatternString().equals(template)
        || pattern.matches(PathContainer.parsePath(template.replaceAll("\\{[^/}]*}", "x")));
  }
}
