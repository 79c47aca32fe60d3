package io.privirec.edge.proxy;

import io.privirec.edge.problem.ProblemWriter;
import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Optional;
import org.apache.catalina.Globals;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.ForwardedHeaderFilter;

/// Puts back the path that proxies took away: into the request's own path, and before the addresses
/// in `Location`. Rejects headers of proxies that cannot be read.
///
/// Tomcat (`native`) reads addresses of callers, and only from proxies that it trusts. It knows no
/// prefix, so this filter adds it. Spring (`framework`) reads all headers from anybody.
final class ForwardedFilter extends ForwardedHeaderFilter {
  private final ProblemWriter problems;
  private final boolean isNative;

  ForwardedFilter(ProblemWriter problems, boolean isNative) {
    this.problems = problems;
    this.isNative = isNative;
  }

  /// Tomcat marks requests of proxies that it trusts; headers of others mean nothing.
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return isNative
        ? request.getAttribute(Globals.REQUEST_FORWARDED_ATTRIBUTE) == null
        : super.shouldNotFilter(request);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<String> fault = ForwardedPrefix.fault(request);
    if (fault.isPresent()) {
      problems.write(request, response, ProblemType.MALFORMED_REQUEST, fault.get());
      return;
    }
    String prefix = ForwardedPrefix.of(request);
    HttpServletResponse below = prefix.isEmpty() ? response : new Below(response, prefix);
    if (!isNative) {
      super.doFilterInternal(request, below, chain);
    } else {
      chain.doFilter(prefix.isEmpty() ? request : new Asked(request, prefix), below);
    }
  }

  /// The request as its caller wrote it.
  private static final class Asked extends HttpServletRequestWrapper {
    private final String prefix;

    Asked(HttpServletRequest request, String prefix) {
      super(request);
      this.prefix = prefix;
    }

    @Override
    public String getContextPath() {
      return prefix + super.getContextPath();
    }

    @Override
    public String getRequestURI() {
      return prefix + super.getRequestURI();
    }

    @Override
    public StringBuffer getRequestURL() {
      StringBuffer url = super.getRequestURL();
      return url.insert(url.length() - super.getRequestURI().length(), prefix);
    }
  }

  private static final class Below extends HttpServletResponseWrapper {
    private final String prefix;

    Below(HttpServletResponse response, String prefix) {
      super(response);
      this.prefix = prefix;
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
      super.setHeader(name, address(name, value));
    }

    @Override
    public void addHeader(String name, @Nullable String value) {
      super.addHeader(name, address(name, value));
    }

    private @Nullable String address(String name, @Nullable String value) {
      return value != null && name.equalsIgnoreCase(HttpHeaders.LOCATION) && value.startsWith("/")
          ? prefix + value
          : value;
    }
  }
}
