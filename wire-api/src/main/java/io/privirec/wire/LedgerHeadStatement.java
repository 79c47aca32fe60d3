package io.privirec.wire;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.nio.charset.StandardCharsets;

/// How long a participant says that its holder's ledger is. The coordinator keeps the newest one:
/// whoever is restored with ledger, database and key of an older day can be told so by its own
/// signature.
///
/// @param entries how many
/// @param hash of the last line, hex
/// @param at when the last entry was made, milliseconds since 1970
/// @param signature of [#signedBytes] by the participant's identity key, base64url
public record LedgerHeadStatement(
    @Min(1) long entries,
    @NotBlank @Pattern(regexp = "[0-9a-f]{64}") String hash,
    @Min(0) long at,
    @Schema(description = "Ed25519 signature, 64 bytes, base64url")
        @NotBlank
        @Pattern(regexp = "[A-Za-z0-9_-]{86}")
        String signature) {
  /// What is signed.
  public static byte[] signedBytes(String participant, long entries, String hash, long at) {
    return "%s\n%s\n%s\n%s"
        .formatted(participant, entries, hash, at)
        .getBytes(StandardCharsets.UTF_8);
  }

  /// What [#signature] has to be over.
  public byte[] signedBytes(String participant) {
    return signedBytes(participant, entries, hash, at);
  }
}
