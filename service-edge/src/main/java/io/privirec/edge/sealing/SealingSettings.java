package io.privirec.edge.sealing;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Keys of what is sealed in the database.
///
/// @param encryptionKeys each `id:base64` of 32 random bytes; the first one seals, the others open;
///   unless given, one is generated and kept in the file `encryption-keys` of the data directory
@ConfigurationProperties("privirec")
record SealingSettings(@DefaultValue List<String> encryptionKeys) {
  @Override
  public String toString() {
    return "SealingSettings[hidden]";
  }
}
