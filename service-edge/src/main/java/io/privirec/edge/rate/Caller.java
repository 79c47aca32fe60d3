package io.privirec.edge.rate;

import io.privirec.edge.auth.ParticipantPrincipal;
import io.privirec.edge.connections.Network;
import io.privirec.edge.connections.OwnPort;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/// Whom a request counts for: who the token says it is, else the network that it comes from.
///
/// @param kind of small number, for metrics
/// @param name unique within the kind; never logged
record Caller(String kind, String name) {
  static Caller of(HttpServletRequest request) {
    Authentication known = SecurityContextHolder.getContext().getAuthentication();
    if (OwnPort.isOf(request)) {
      return new Caller("own", "");
    }
    if (known == null || known instanceof AnonymousAuthenticationToken) {
      return ofAddress(request);
    }
    return known.getPrincipal() instanceof ParticipantPrincipal participant
        ? new Caller("participant", participant.id().value())
        : new Caller("admin", "");
  }

  /// Whoever sends from there without a token.
  static Caller ofAddress(HttpServletRequest request) {
    return new Caller("address", Network.of(request.getRemoteAddr()).name());
  }

  /// Whoever sends credentials from there that are refused.
  static Caller refused(HttpServletRequest request) {
    return new Caller("refused", Network.of(request.getRemoteAddr()).name());
  }

  @Override
  public String toString() {
    return "Caller[" + kind + "]";
  }
}
