package io.privirec.wire;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;

/// Asks a client-service to host a participant: it makes the identity key and enrols it.
public record HostedParticipantRequest(
    @NotBlank @Pattern(regexp = "[a-z0-9][a-z0-9-]{0,63}") String id,
    @NotBlank String enrolmentToken) {
  /// Hides the token.
  @Override
  public String toString() {
    return "HostedParticipantRequest[id=" + id + "]";
  }
}
