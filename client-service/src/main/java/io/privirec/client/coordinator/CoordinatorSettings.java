package io.privirec.client.coordinator;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Where the coordinator is.
///
/// @param url http(s) URL of the coordinator
/// @param sslBundle SSL bundle (`spring.ssl.bundle`) for calls to a coordinator with `https`: its
///   truststore says whom to trust, its keystore as whom to call; unless given, whom the JVM trusts
@ConfigurationProperties("privirec.coordinator")
record CoordinatorSettings(
    @DefaultValue("http://localhost:8080") URI url, @Nullable String sslBundle) {
  CoordinatorSettings {
    if (!url.isAbsolute() || url.getHost() == null) {
      throw new IllegalArgumentException(
          "privirec.coordinator.url must be an absolute http(s) URL");
    }
  }
}
