package io.privirec.edge.connections;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/// Where something comes from, as far as it costs somebody to come from elsewhere: an IPv4 address,
/// or the first 64 bits of an IPv6 address. Never logged.
///
/// @param name unique
public record Network(String name) {
  /// An IPv6 host has at least as many addresses as share these bytes.
  private static final int IPV6_NETWORK_BYTES = 8;

  /// The network of a host.
  public static Network of(InetAddress host) {
    return host instanceof Inet6Address
        ? new Network(
            HexFormat.of().formatHex(Arrays.copyOf(host.getAddress(), IPV6_NETWORK_BYTES)))
        : new Network(host.getHostAddress());
  }

  /// The network of an address as text; text that is no address stands for itself.
  public static Network of(String address) {
    try {
      return of(InetAddress.ofLiteral(address));
    } catch (IllegalArgumentException e) {
      return new Network(address);
    }
  }

  @Override
  public String toString() {
    return "Network[hidden]";
  }
}
