package io.privirec.client.peer;

import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How participants meet those of others.
///
/// @param port on which envelopes of others are taken, and nothing else; unless given, they come by
///   the coordinator's relay
/// @param address that the port is opened on; unless given, that of the service
/// @param start how long a participant waits for the first word of the others
/// @param patience how long it waits for somebody in a step, before the session ends by name
@ConfigurationProperties("privirec.client.peers")
record PeerSettings(
    @Nullable Integer port,
    @Nullable InetAddress address,
    @DefaultValue("PT15M") Duration start,
    @DefaultValue("PT2M") Duration patience) {
  private static final int LAST_PORT = 65_535;

  PeerSettings {
    if (port != null && (port < 1 || port > LAST_PORT)) {
      throw new IllegalArgumentException(
          "privirec.client.peers.port must be in [1, %s]. Provided value: %s"
              .formatted(LAST_PORT, port));
    }
    if (!start.isPositive() || !patience.isPositive()) {
      throw new IllegalArgumentException(
          "privirec.client.peers.start and patience must be positive. Provided values: %s, %s"
              .formatted(start, patience));
    }
  }
}
