package io.privirec.edge.connections;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What connections may take, under `privirec.http`.
///
/// @param headDeadline the whole head of a request must be there in this time, and the rest of a
///   body that nobody reads any more; else the connection is cut
/// @param connectionsPerAddress connections that one address may have open at once; more are closed
///   at once. A client-service has one for each participant, a proxy has all of its callers'
/// @param connectionAge a connection that is older is closed after the answer under way, so that
///   balancers spread callers over new replicas; each has up to a tenth more or less
/// @param longestWait a request that would wait longer for a thread is answered 503 (`overloaded`)
///   at once. 0: no bound
@ConfigurationProperties("privirec.http")
record ConnectionSettings(
    @DefaultValue("20s") Duration headDeadline,
    @DefaultValue("2048") int connectionsPerAddress,
    @DefaultValue("10m") Duration connectionAge,
    @DefaultValue("0s") Duration longestWait) {
  ConnectionSettings {
    if (!headDeadline.isPositive()) {
      throw new IllegalArgumentException(
          "privirec.http.head-deadline must be positive. Provided: " + headDeadline);
    }
    if (!connectionAge.isPositive()) {
      throw new IllegalArgumentException(
          "privirec.http.connection-age must be positive. Provided: " + connectionAge);
    }
    if (longestWait.isNegative()) {
      throw new IllegalArgumentException(
          "privirec.http.longest-wait must be at least 0. Provided: " + longestWait);
    }
    if (connectionsPerAddress < 1) {
      throw new IllegalArgumentException(
          "privirec.http.connections-per-address must be at least 1. Provided: "
              + connectionsPerAddress);
    }
  }
}
