package io.privirec.recommender.models;

import io.privirec.crypto.signature.PublicIdentityKey;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Whose releases are served.
///
/// @param url http(s) URL of the coordinator
/// @param sslBundle SSL bundle (`spring.ssl.bundle`) for calls to a coordinator with `https`: its
///   truststore says whom to trust, its keystore as whom to call; unless given, whom the JVM trusts
/// @param publicKey needed: the coordinator's key, base64url, learned from its operator; only
///   releases that it signed are served
@ConfigurationProperties("privirec.coordinator")
record CoordinatorSettings(
    @DefaultValue("http://localhost:8080") URI url,
    @Nullable String sslBundle,
    @Nullable PublicIdentityKey publicKey) {
  CoordinatorSettings {
    if (!url.isAbsolute() || url.getHost() == null) {
      throw new IllegalArgumentException(
          "privirec.coordinator.url must be an absolute http(s) URL");
    }
    if (publicKey == null) {
      throw new IllegalArgumentException(
          "privirec.coordinator.public-key must be the coordinator's public key (base64url), learned"
              + " from its operator: only releases that it signed are served");
    }
  }
}
