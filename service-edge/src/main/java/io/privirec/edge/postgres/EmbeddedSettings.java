package io.privirec.edge.postgres;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// The PostgreSQL that a service runs itself where `spring.datasource.url` is not set.
///
/// @param binariesDir directory where the embedded PostgreSQL is unpacked; unless given,
///   `~/.cache/privirec/postgres`
@ConfigurationProperties("privirec.postgres")
record EmbeddedSettings(@Nullable Path binariesDir) {
  Path binaries() {
    return binariesDir != null
        ? binariesDir
        : Path.of(System.getProperty("user.home"), ".cache", "privirec", "postgres");
  }
}
