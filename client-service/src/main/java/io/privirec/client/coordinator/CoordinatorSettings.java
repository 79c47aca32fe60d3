package io.privirec.client.coordinator;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// Where the coordinator is: `privirec.coordinator.url`.
@ConfigurationProperties("privirec.coordinator")
record CoordinatorSettings(URI url) {
  CoordinatorSettings {
    if (!url.isAbsolute() || url.getHost() == null) {
      throw new IllegalArgumentException(
          "privirec.coordinator.url must be an absolute http(s) URL");
    }
  }
}
