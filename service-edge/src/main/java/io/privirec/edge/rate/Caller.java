package io.privirec.edge.rate;

import io.privirec.edge.auth.ParticipantPrincipal;
import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Whom a request counts for: who the token says it is, else the network that it comes from.
 *
 * @param kind of small number, for metrics
 * @param name unique within the kind; never logged
 */
record Caller(String kind, String name) {
  /** An IPv6 host has at least as many addresses as share these bytes. */
  private static final int IPV6_NETWORK_BYTES = 8;

  static Caller of(HttpServletRequest request) {
    Authentication known = SecurityContextHolder.getContext().getAuthentication();
    if (known == null || known instanceof AnonymousAuthenticationToken) {
      return new Caller("address", network(request.getRemoteAddr()));
    }
    return known.getPrincipal() instanceof ParticipantPrincipal participant
        ? new Caller("participant", participant.id().value())
        : new Caller("admin", "");
  }

  static String network(String address) {
    try {
      return InetAddress.ofLiteral(address) instanceof Inet6Address host
          ? HexFormat.of().formatHex(Arrays.copyOf(host.getAddress(), IPV6_NETWORK_BYTES))
          : address;
    } catch (IllegalArgumentException e) {
      return address;
    }
  }

  @Override
  public String toString() {
    return "Caller[" + kind + "]";
  }
}
