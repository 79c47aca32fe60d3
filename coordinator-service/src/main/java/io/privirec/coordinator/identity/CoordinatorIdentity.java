package io.privirec.coordinator.identity;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.edge.datadir.DataDirectory;
import java.security.SecureRandom;
import java.util.Base64;

/// The coordinator's signing key, made once and kept in the data directory.
///
/// @param keys the key pair that signs
public record CoordinatorIdentity(IdentityKeyPair keys) {
  private static final String FILE = "coordinator-key";

  /// The identity of this data directory (`coordinator-key`, mode 600: the base64url Ed25519 seed).
  static CoordinatorIdentity of(DataDirectory data, SecureRandom random) {
    String seed =
        data.secret(
            FILE,
            () ->
                Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(IdentityKeyPair.generate(random).seed().expose()));
    return new CoordinatorIdentity(
        IdentityKeyPair.fromSeed(SecretBytes.copyOf(Base64.getUrlDecoder().decode(seed))));
  }

  /// What participants and recommenders pin.
  public PublicIdentityKey publicKey() {
    return keys.publicKey();
  }
}
