package io.privirec.recommender.models;

import io.privirec.crypto.signature.PublicIdentityKey;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// Whose releases are served.
///
/// @param publicKey needed: the coordinator's key, base64url, learned from its operator; only
///   releases that it signed are served
@ConfigurationProperties("privirec.coordinator")
record TrustSettings(@Nullable PublicIdentityKey publicKey) {
  TrustSettings {
    if (publicKey == null) {
      throw new IllegalArgumentException(
          "privirec.coordinator.public-key must be the coordinator's public key (base64url), learned"
              + " from its operator: only releases that it signed are served");
    }
  }
}
