package io.privirec.edge.datadir;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// Where the service keeps its files.
///
/// @param dataDir directory of everything that survives the process; unless given, the service's
///   name below `~/.privirec`
@ConfigurationProperties("privirec")
record DataDirectorySettings(@Nullable Path dataDir) {
  Path dataDir(String service) {
    return dataDir != null
        ? dataDir
        : Path.of(System.getProperty("user.home"), ".privirec", service);
  }
}
