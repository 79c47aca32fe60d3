package io.privirec.coordinator.identity;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// Who the coordinator is.
///
/// @param privateKey secret half of the key that holders and recommenders pin, the seed of Ed25519
///   in base64url; unless given, one is generated and kept in the file `coordinator-key` of the
///   data directory
@ConfigurationProperties("privirec.coordinator")
record IdentitySettings(@Nullable String privateKey) {
  @Override
  public String toString() {
    return "IdentitySettings[hidden]";
  }
}
