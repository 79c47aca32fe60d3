package io.privirec.secagg.participant;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.message.ShareEnvelope;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/// The shares of another participant's two secrets. Only one of them is ever revealed.
record HeldShares(SecretBytes maskKeyShare, SecretBytes selfMaskShare) {
  private static final int SIZE_BYTES = 2 * ShareEnvelope.SHARE_BYTES;

  HeldShares {
    if (maskKeyShare.sizeBytes() != ShareEnvelope.SHARE_BYTES
        || selfMaskShare.sizeBytes() != ShareEnvelope.SHARE_BYTES) {
      throw new IllegalArgumentException("shares must be 32 bytes each");
    }
  }

  SecretBytes joined() {
    byte[] joined = Arrays.copyOf(maskKeyShare.expose(), SIZE_BYTES);
    System.arraycopy(
        selfMaskShare.expose(), 0, joined, ShareEnvelope.SHARE_BYTES, ShareEnvelope.SHARE_BYTES);
    return SecretBytes.copyOf(joined);
  }

  static HeldShares split(SecretBytes joined) throws GeneralSecurityException {
    byte[] bytes = joined.expose();
    if (bytes.length != SIZE_BYTES) {
      throw new GeneralSecurityException("a pair of shares must be 64 bytes");
    }
    return new HeldShares(
        SecretBytes.copyOf(Arrays.copyOf(bytes, ShareEnvelope.SHARE_BYTES)),
        SecretBytes.copyOf(Arrays.copyOfRange(bytes, ShareEnvelope.SHARE_BYTES, SIZE_BYTES)));
  }
}
