package io.privirec.edge.postgres;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How long requests wait for the database.
///
/// @param statementTimeout the longest statement of a request; imports have no limit
/// @param lockTimeout the longest wait of a request for a lock of another transaction
@ConfigurationProperties("privirec.database")
record DatabaseSettings(
    @DefaultValue("5s") Duration statementTimeout, @DefaultValue("3s") Duration lockTimeout) {
  DatabaseSettings {
    if (!lockTimeout.isPositive() || statementTimeout.compareTo(lockTimeout) < 0) {
      throw new IllegalArgumentException(
          "privirec.database: 0 < lock-timeout <= statement-timeout must hold. Provided: %s, %s"
              .formatted(lockTimeout, statementTimeout));
    }
  }
}
