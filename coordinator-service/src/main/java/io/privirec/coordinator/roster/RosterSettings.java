package io.privirec.coordinator.roster;

import io.privirec.crypto.signature.PublicIdentityKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// The keeper of rosters, as the operator knows it.
///
/// @param rosterKey public key of the keeper that signs rosters, base64url; unless given,
///   signatures in rosters are not verified here, and only the participants verify them
@ConfigurationProperties("privirec.coordinator")
record RosterSettings(@Nullable PublicIdentityKey rosterKey) {
  Optional<PublicIdentityKey> keeper() {
    return Optional.ofNullable(rosterKey);
  }
}
