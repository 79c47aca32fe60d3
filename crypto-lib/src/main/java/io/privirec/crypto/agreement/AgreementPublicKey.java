package io.privirec.crypto.agreement;

import io.privirec.crypto.encoding.ByteString;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc7748.X25519;

/// An X25519 public key: the 32-byte u-coordinate, little endian.
///
/// Any 32 bytes are accepted, as RFC 7748 wants; [#requireUsable()] is the stricter test that a
/// protocol applies to keys it compares with each other.
public final class AgreementPublicKey {
  public static final int SIZE_BYTES = X25519.POINT_SIZE;
  private static final BigInteger PRIME = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

  private final ByteString encoded;

  private AgreementPublicKey(ByteString encoded) {
    this.encoded = encoded;
  }

  public static AgreementPublicKey fromBytes(byte[] bytes) {
    if (bytes.length != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "agreement key must be " + SIZE_BYTES + " bytes. Provided value: " + bytes.length);
    }
    return new AgreementPublicKey(ByteString.copyOf(bytes));
  }

  /// Refuses a second spelling of a coordinate (two keys that differ as bytes then differ as
  /// points) and a point of small order (whose every agreement is all zero).
  public void requireUsable() throws InvalidKeyException {
    byte[] bigEndian = encoded.bytes();
    for (int i = 0; i < SIZE_BYTES / 2; i++) {
      byte swap = bigEndian[i];
      bigEndian[i] = bigEndian[SIZE_BYTES - 1 - i];
      bigEndian[SIZE_BYTES - 1 - i] = swap;
    }
    if (new BigInteger(1, bigEndian).compareTo(PRIME) >= 0) {
      throw new InvalidKeyException("agreement key is not in canonical form");
    }
    byte[] anyScalar = new byte[X25519.SCALAR_SIZE];
    Arrays.fill(anyScalar, (byte) 1);
    if (!X25519.calculateAgreement(
        anyScalar, 0, encoded.bytes(), 0, new byte[X25519.POINT_SIZE], 0)) {
      throw new InvalidKeyException("agreement key has small order");
    }
  }

  public byte[] bytes() {
    return encoded.bytes();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgreementPublicKey that && encoded.equals(that.encoded);
  }

  @Override
  public int hashCode() {
    return encoded.hashCode();
  }

  @Override
  public String toString() {
    return encoded.toString();
  }
}
