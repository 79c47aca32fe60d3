package io.privirec.edge.postgres;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The bond that an operator makes on purpose.
///
/// @param rebind id that this start binds database, data directory and keys to. The message of a
///   refused start names the id. Meant for a single start, after a loss or an exchange of a key
@ConfigurationProperties("privirec")
record InstallationSettings(@DefaultValue("") String rebind) {
  InstallationSettings {
    rebind = rebind.strip();
  }
}
