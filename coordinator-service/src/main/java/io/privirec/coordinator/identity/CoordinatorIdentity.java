package io.privirec.coordinator.identity;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// The coordinator's signing key: as configured, else made once and kept in the data directory.
///
/// @param keys the key pair that signs
public record CoordinatorIdentity(IdentityKeyPair keys) {
  private static final String PROPERTY = "privirec.coordinator.private-key";
  private static final String FILE = "coordinator-key";

  /// The configured identity, else that of this data directory (`coordinator-key`, mode 600). Both
  /// are written as the base64url Ed25519 seed.
  ///
  /// @param configured null or blank: not configured
  static CoordinatorIdentity of(
      @Nullable String configured, DataDirectory data, SecureRandom random) {
    String given = configured == null ? "" : configured.strip();
    String seed =
        given.isEmpty()
            ? data.secret(
                FILE,
                () ->
                    Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(IdentityKeyPair.generate(random).seed().expose()))
            : given;
    try {
      return new CoordinatorIdentity(
          IdentityKeyPair.fromSeed(SecretBytes.copyOf(Base64.getUrlDecoder().decode(seed))));
    } catch (IllegalArgumentException e) {
      // Without its cause, which may say what is in it.
      throw new StartRefusedException(
          "%s is no private key of Ed25519: its %s bytes in base64url are expected."
              .formatted(
                  given.isEmpty() ? data.resolve(FILE) : PROPERTY, IdentityKeyPair.SEED_BYTES),
          "Restore the key that holders have pinned. For a new coordinator, take it away: one is made.",
          null);
    }
  }

  /// What participants and recommenders pin.
  public PublicIdentityKey publicKey() {
    return keys.publicKey();
  }
}
