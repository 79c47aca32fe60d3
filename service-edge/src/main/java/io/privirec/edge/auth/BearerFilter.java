package io.privirec.edge.auth;

import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.edge.problem.ProblemException;
import io.privirec.edge.problem.ProblemWriter;
import io.privirec.wire.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/// Reads `Authorization: Bearer`. Credentials that cannot be used are refused even where none are
/// needed: the caller believed to be somebody.
final class BearerFilter extends OncePerRequestFilter {
  private static final String SCHEME = "Bearer ";

  private final Optional<AdminToken> adminToken;
  private final Optional<RequestTokenVerifier> requestTokens;
  private final DatabaseFaults database;
  private final ProblemWriter problems;

  BearerFilter(
      Optional<AdminToken> adminToken,
      Optional<RequestTokenVerifier> requestTokens,
      DatabaseFaults database,
      ProblemWriter problems) {
    this.adminToken = adminToken;
    this.requestTokens = requestTokens;
    this.database = database;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null) {
      chain.doFilter(request, response);
      return;
    }
    Authentication authentication;
    try {
      authentication = authenticate(header, request);
    } catch (GeneralSecurityException e) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
      problems.write(
          request, response, ProblemType.UNAUTHENTICATED, String.valueOf(e.getMessage()));
      return;
    } catch (RuntimeException e) {
      // A caller's key is looked up in the database.
      Optional<DatabaseOutage> outage = database.counted(e);
      if (outage.isEmpty()) {
        throw e;
      }
      problems.write(request, response, ProblemException.of(outage.get()));
      return;
    }
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(authentication);
    SecurityContextHolder.setContext(context);
    chain.doFilter(request, response);
  }

  private Authentication authenticate(String header, HttpServletRequest request)
      throws GeneralSecurityException {
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new GeneralSecurityException("Only bearer tokens are accepted");
    }
    String token = header.substring(SCHEME.length()).strip();
    if (adminToken.isPresent() && adminToken.get().matches(token)) {
      return authenticated("admin", AccessRules.ADMIN);
    }
    boolean signed = token.indexOf('.') >= 0;
    if (signed && requestTokens.isPresent()) {
      ParticipantPrincipal principal =
          requestTokens.get().verify(token, request.getMethod(), request.getRequestURI());
      return authenticated(principal, AccessRules.PARTICIPANT);
    }
    throw new GeneralSecurityException("The bearer token is not known here");
  }

  private static Authentication authenticated(Object principal, String authority) {
    return UsernamePasswordAuthenticationToken.authenticated(
        principal, "", AuthorityUtils.createAuthorityList(authority));
  }
}
