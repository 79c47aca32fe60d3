package io.privirec.secagg.participant;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.message.EncryptedShares;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/// The shares of another participant's two secrets. Only one of them is ever revealed.
record HeldShares(SecretBytes maskKeyShare, SecretBytes selfMaskShare) {
  private static final int SIZE_BYTES = 2 * EncryptedShares.SHARE_BYTES;

  HeldShares {
    if (maskKeyShare.sizeBytes() != EncryptedShares.SHARE_BYTES
        || selfMaskShare.sizeBytes() != EncryptedShares.SHARE_BYTES) {
      throw new IllegalArgumentException("shares must be 32 bytes each");
    }
  }

  SecretBytes joined() {
    byte[] joined = Arrays.copyOf(maskKeyShare.expose(), SIZE_BYTES);
    System.arraycopy(
        selfMaskShare.expose(),
        0,
        joined,
        EncryptedShares.SHARE_BYTES,
        EncryptedShares.SHARE_BYTES);
    return SecretBytes.copyOf(joined);
  }

  static HeldShares split(SecretBytes joined) throws GeneralSecurityException {
    byte[] bytes = joined.expose();
    if (bytes.length != SIZE_BYTES) {
      throw new GeneralSecurityException("a pair of shares must be 64 bytes");
    }
    return new HeldShares(
        SecretBytes.copyOf(Arrays.copyOf(bytes, EncryptedShares.SHARE_BYTES)),
        SecretBytes.copyOf(Arrays.copyOfRange(bytes, EncryptedShares.SHARE_BYTES, SIZE_BYTES)));
  }
}
