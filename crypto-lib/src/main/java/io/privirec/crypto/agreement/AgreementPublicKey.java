package io.privirec.crypto.agreement;

import io.privirec.crypto.encoding.ByteString;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.Arrays;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.bouncycastle.math.ec.rfc7748.X25519Field;

/// The public key of an agreement: the 32-byte u-coordinate of X25519, little endian, and with
/// [KeyAgreement#X25519_MLKEM768] the encapsulation key of ML-KEM-768 after it.
///
/// Any bytes of the right size are accepted, as RFC 7748 wants; [#requireUsable()] is the stricter
/// test that a protocol applies to keys it compares with each other.
public final class AgreementPublicKey {
  /// Size of an X25519 key.
  public static final int SIZE_BYTES = X25519.POINT_SIZE;

  static final BigInteger PRIME = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

  /// Of Montgomery's equation (RFC 7748 §4.1).
  private static final int A = 486_662;

  private final KeyAgreement agreement;
  private final ByteString encoded;

  private AgreementPublicKey(KeyAgreement agreement, ByteString encoded) {
    this.agreement = agreement;
    this.encoded = encoded;
  }

  /// The key in its encoding.
  ///
  /// @throws IllegalArgumentException if the size is not that of the agreement's keys
  public static AgreementPublicKey fromBytes(KeyAgreement agreement, byte[] bytes) {
    if (bytes.length != agreement.publicKeyBytes()) {
      throw new IllegalArgumentException(
          "agreement key must be "
              + agreement.publicKeyBytes()
              + " bytes. Provided value: "
              + bytes.length);
    }
    return new AgreementPublicKey(agreement, ByteString.copyOf(bytes));
  }

  /// An X25519 key.
  public static AgreementPublicKey fromBytes(byte[] bytes) {
    return fromBytes(KeyAgreement.X25519, bytes);
  }

  /// The key in its encoding, of whichever agreement has keys of that size.
  ///
  /// @throws IllegalArgumentException if none has
  public static AgreementPublicKey decode(byte[] bytes) {
    for (KeyAgreement agreement : KeyAgreement.values()) {
      if (bytes.length == agreement.publicKeyBytes()) {
        return fromBytes(agreement, bytes);
      }
    }
    throw new IllegalArgumentException(
        "no agreement has keys of this size. Provided value: " + bytes.length);
  }

  public KeyAgreement agreement() {
    return agreement;
  }

  /// Refuses a second spelling of a coordinate (two keys that differ as bytes then differ as
  /// points), a point of small order (whose every agreement is all zero), a coordinate on the
  /// curve's twist (which no private key has, and about which [SharedSecretProof] can say nothing),
  /// and an ML-KEM key with a coefficient that is not reduced (FIPS 203 §7.2).
  public void requireUsable() throws InvalidKeyException {
    byte[] point = x25519();
    byte[] bigEndian = point.clone();
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
    if (!X25519.calculateAgreement(anyScalar, 0, point, 0, new byte[X25519.POINT_SIZE], 0)) {
      throw new InvalidKeyException("agreement key has small order");
    }
    if (!isOnCurve(point)) {
      throw new InvalidKeyException("agreement key is not on the curve");
    }
    if (agreement == KeyAgreement.X25519_MLKEM768) {
      MlKem768.requireValid(mlKem());
    }
  }

  /// Whether `v² = u³ + 486662 u² + u` has a solution.
  private static boolean isOnCurve(byte[] coordinate) {
    int[] u = X25519Field.create();
    int[] one = X25519Field.create();
    int[] square = X25519Field.create();
    X25519Field.decode255(coordinate, u);
    X25519Field.one(one);
    X25519Field.mul(u, A, square);
    int[] cube = X25519Field.create();
    X25519Field.sqr(u, cube);
    X25519Field.add(cube, square, square);
    X25519Field.add(square, one, square);
    X25519Field.mul(square, u, square);
    return X25519Field.sqrtRatioVar(square, one, X25519Field.create());
  }

  public byte[] bytes() {
    return encoded.bytes();
  }

  byte[] x25519() {
    return Arrays.copyOf(encoded.bytes(), SIZE_BYTES);
  }

  /// The ML-KEM part; empty for X25519 alone.
  byte[] mlKem() {
    return Arrays.copyOfRange(encoded.bytes(), SIZE_BYTES, encoded.sizeBytes());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgreementPublicKey that
        && agreement == that.agreement
        && encoded.equals(that.encoded);
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
