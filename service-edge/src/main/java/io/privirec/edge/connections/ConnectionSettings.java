package io.privirec.edge.connections;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// What connections may take, under `privirec.http`.
///
/// @param headDeadline time in which the whole head of a request must be there, and in which the
///   rest of a body must be that nobody reads any more
/// @param connectionsPerAddress open at once
@ConfigurationProperties("privirec.http")
record ConnectionSettings(Duration headDeadline, int connectionsPerAddress) {
  ConnectionSettings {
    if (!headDeadline.isPositive()) {
      throw new IllegalArgumentException(
          "privirec.http.head-deadline must be positive. Provided: " + headDeadline);
    }
    if (connectionsPerAddress < 1) {
      throw new IllegalArgumentException(
          "privirec.http.connections-per-address must be at least 1. Provided: "
              + connectionsPerAddress);
    }
  }
}
