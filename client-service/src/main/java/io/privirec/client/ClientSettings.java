package io.privirec.client;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What a holder configures, under `privirec.client`.
///
/// @param approval whether a participant joins sessions by itself, or only those approved one by
///   one
/// @param minInterval how far snapshots of a participant's data are apart at least
/// @param maxWaitingSessions how many sessions may wait for approval, per participant
/// @param importDir directory whose files may be imported by name; absent: imports by file are
///   refused
/// @param exact whether the factors of a release are kept, for exact scores
@ConfigurationProperties("privirec.client")
public record ClientSettings(
    @DefaultValue("manual") Approval approval,
    @DefaultValue("PT20H") Duration minInterval,
    @DefaultValue("100") int maxWaitingSessions,
    @Nullable Path importDir,
    @DefaultValue("false") boolean exact) {
  public ClientSettings {
    if (minInterval.isNegative()) {
      throw new IllegalArgumentException(
          "privirec.client.min-interval must not be negative. Provided value: " + minInterval);
    }
    if (maxWaitingSessions < 1) {
      throw new IllegalArgumentException(
          "privirec.client.max-waiting-sessions must be at least 1. Provided value: "
              + maxWaitingSessions);
    }
  }

  /// Who decides that a participant takes part in a session.
  public enum Approval {
    /// Itself, but for sessions that open pairs of items of single users.
    AUTO,
    MANUAL
  }
}
