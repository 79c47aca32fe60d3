package io.privirec.client;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What a holder configures, under `privirec.client`.
///
/// @param approval whether a participant joins sessions by itself, or only those approved one by
///   one
/// @param importDir directory whose files may be imported by name; absent: imports by file are
///   refused
/// @param exact whether the factors of a release are kept, for exact scores
@ConfigurationProperties("privirec.client")
public record ClientSettings(
    @DefaultValue("manual") Approval approval,
    @Nullable Path importDir,
    @DefaultValue("false") boolean exact) {
  /// Who decides that a participant takes part in a session.
  public enum Approval {
    /// Itself, but for sessions that open pairs of items of single users.
    AUTO,
    MANUAL
  }
}
