package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// What a coordinator says of itself to anyone.
///
/// @param publicKey Ed25519 key that signs rounds and releases, base64url without padding
public record CoordinatorInfo(
    @Schema(description = "Ed25519 public key that signs rounds and releases, base64url")
        String publicKey,
    List<String> threatModels,
    List<String> algorithms) {
  public CoordinatorInfo {
    threatModels = List.copyOf(threatModels);
    algorithms = List.copyOf(algorithms);
  }
}
