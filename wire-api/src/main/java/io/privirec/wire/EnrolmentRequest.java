package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;

/// A data holder enrols a participant with its identity key.
///
/// @param signature Ed25519 signature, under the enrolment domain, of `token ‖ 0x00 ‖
///   participantId` in UTF-8: proves possession of the key
public record EnrolmentRequest(
    @NotBlank String token,
    @NotBlank @Pattern(regexp = "[a-z0-9][a-z0-9-]{0,63}") String participantId,
    @Schema(description = "Ed25519 public key, 32 bytes, base64url") @NotBlank String identityKey,
    @Schema(description = "Ed25519 proof of possession, 64 bytes, base64url") @NotBlank
        String signature) {
  /// Hides the token.
  @Override
  public String toString() {
    return "EnrolmentRequest[participantId=" + participantId + "]";
  }
}
