package io.privirec.client.coordinator;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Where the coordinator is.
///
/// @param url http(s) URL of the coordinator
@ConfigurationProperties("privirec.coordinator")
record CoordinatorSettings(@DefaultValue("http://localhost:8080") URI url) {
  CoordinatorSettings {
    if (!url.isAbsolute() || url.getHost() == null) {
      throw new IllegalArgumentException(
          "privirec.coordinator.url must be an absolute http(s) URL");
    }
  }
}
