package io.privirec.serving.web.coordinator;

import io.privirec.edge.tls.OutgoingTls;
import java.net.URI;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.SslBundles;

/// Where the coordinator is.
///
/// @param url http(s) URL of the coordinator
/// @param sslBundle SSL bundle (`spring.ssl.bundle`) for calls to a coordinator with `https`: its
///   truststore says whom to trust, its keystore as whom to call; unless given, whom the JVM trusts
@ConfigurationProperties("privirec.coordinator")
public record CoordinatorSettings(
    @DefaultValue("http://localhost:8080") URI url, @Nullable String sslBundle) {
  public CoordinatorSettings {
    if (!url.isAbsolute() || url.getHost() == null) {
      throw new IllegalArgumentException(
          "privirec.coordinator.url must be an absolute http(s) URL");
    }
    // A variable that is there and empty names none.
    sslBundle = sslBundle == null || sslBundle.isBlank() ? null : sslBundle.strip();
  }

  /// How calls to the coordinator are secured.
  public SSLContext tls(SslBundles bundles) {
    return OutgoingTls.of(bundles, sslBundle);
  }
}
