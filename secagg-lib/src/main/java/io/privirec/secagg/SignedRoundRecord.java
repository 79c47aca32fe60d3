package io.privirec.secagg;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.encoding.CanonicalReader;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.crypto.signature.SignatureDomain;
import java.security.GeneralSecurityException;

/// A round record and the coordinator's signature over its bytes. The signature may be wrong:
/// whoever relies on the record calls [#isSignedBy] with the key it has pinned.
public record SignedRoundRecord(RoundRecord record, ByteString signature) {
  /// 0x21 was the record without a kind.
  private static final int TYPE = 0x23;

  public SignedRoundRecord {
    PublicIdentityKey.requireSignature(signature);
  }

  public static SignedRoundRecord sign(RoundRecord record, IdentityKeyPair coordinator) {
    byte[] signature = coordinator.sign(SignatureDomain.ROUND_RECORD, record.encode());
    return new SignedRoundRecord(record, ByteString.copyOf(signature));
  }

  public boolean isSignedBy(PublicIdentityKey coordinatorKey) {
    return coordinatorKey.verify(SignatureDomain.ROUND_RECORD, record.encode(), signature.bytes());
  }

  public byte[] encode() {
    return CanonicalWriter.ofType(TYPE)
        .prefixed(record.encode())
        .fixed(signature.bytes())
        .toByteArray();
  }

  public static SignedRoundRecord decode(byte[] encoded) throws GeneralSecurityException {
    return CanonicalReader.decode(
        encoded,
        TYPE,
        in ->
            new SignedRoundRecord(
                RoundRecord.decode(in.prefixed()),
                ByteString.copyOf(in.fixed(PublicIdentityKey.SIGNATURE_BYTES))));
  }
}
