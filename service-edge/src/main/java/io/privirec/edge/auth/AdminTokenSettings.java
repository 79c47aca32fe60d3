package io.privirec.edge.auth;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/// The operator's secret.
///
/// @param adminToken bearer token of the operator, of at least 16 characters; unless given, one is
///   generated and kept in the file `admin-token` of the data directory
@ConfigurationProperties("privirec")
record AdminTokenSettings(@Nullable String adminToken) {
  @Override
  public String toString() {
    return "AdminTokenSettings[hidden]";
  }
}
