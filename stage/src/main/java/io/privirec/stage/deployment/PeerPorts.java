package io.privirec.stage.deployment;

import java.net.URI;

/// Ports of this machine at which client-services take messages of other participants, one each.
///
/// @param first of the first client-service; the others follow
public record PeerPorts(int first) {
  static final String PROPERTY = "privirec.client.peers.port";

  /// The port of a client-service.
  ///
  /// @param client its number, from 0
  public int of(int client) {
    return first + client;
  }

  /// The address in the roster of those whom a client-service hosts.
  ///
  /// @param client its number, from 0
  public URI address(int client) {
    return URI.create("http://127.0.0.1:" + of(client));
  }
}
