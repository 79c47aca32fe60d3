package io.privirec.client.participant;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ThreatModel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Whom a holder believes.
///
/// @param rosterKey public key of whoever signs rosters, base64url; unless given, no roster is
///   taken
/// @param rosterFile a signed roster, read at each start
/// @param coordinatorKey the only coordinator to enrol with, base64url; unless given, the key that
///   is met first is pinned
/// @param threatModel the weakest threat model that rounds are joined under; `semi-honest` takes
///   both
@ConfigurationProperties("privirec.client")
public record TrustSettings(
    @Nullable PublicIdentityKey rosterKey,
    @Nullable Path rosterFile,
    @Nullable PublicIdentityKey coordinatorKey,
    @DefaultValue("semi-malicious") ThreatModel threatModel) {
  public TrustSettings {
    if (rosterFile != null && rosterFile.toString().isBlank()) {
      rosterFile = null;
    }
    if (rosterKey != null && Objects.equals(rosterKey, coordinatorKey)) {
      throw new IllegalArgumentException(
          "privirec.client.roster-key must not be the coordinator's key: a roster is there to hold"
              + " against the coordinator");
    }
    if (rosterFile != null && rosterKey == null) {
      throw new IllegalArgumentException(
          "privirec.client.roster-file needs privirec.client.roster-key");
    }
  }

  /// Who signs rosters.
  public Optional<PublicIdentityKey> rosterKeeper() {
    return Optional.ofNullable(rosterKey);
  }

  /// The only coordinator to enrol with.
  public Optional<PublicIdentityKey> pinnedCoordinator() {
    return Optional.ofNullable(coordinatorKey);
  }
}
