package io.privirec.crypto.agreement;

import java.util.Locale;

/// The ways in which two participants agree on a secret. A round uses one for all its keys.
///
/// An agreement has a direction: the initiator sends the acceptor an encapsulation, which is empty
/// where the two public keys suffice.
public enum KeyAgreement {
  /// RFC 7748. Public key: the u-coordinate.
  X25519(1, 32, 0),
  /// X25519 and ML-KEM-768 (FIPS 203) together: the secret stays hidden while one of the two holds,
  /// so that traffic recorded today tells a later quantum computer nothing. Public key: the
  /// u-coordinate, then the encapsulation key of 1,184 bytes; encapsulation: the ciphertext.
  X25519_MLKEM768(2, 32 + 1184, 1088);

  private final int wireCode;
  private final int publicKeyBytes;
  private final int encapsulationBytes;

  KeyAgreement(int wireCode, int publicKeyBytes, int encapsulationBytes) {
    this.wireCode = wireCode;
    this.publicKeyBytes = publicKeyBytes;
    this.encapsulationBytes = encapsulationBytes;
  }

  /// The byte that stands for it in encodings.
  public int wireCode() {
    return wireCode;
  }

  /// The name in APIs: `x25519-mlkem768`.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public int publicKeyBytes() {
    return publicKeyBytes;
  }

  /// Size of what the initiator sends; 0 if nothing.
  public int encapsulationBytes() {
    return encapsulationBytes;
  }

  /// The agreement of a code.
  ///
  /// @throws IllegalArgumentException if there is none
  public static KeyAgreement ofWireCode(int wireCode) {
    for (KeyAgreement agreement : values()) {
      if (agreement.wireCode == wireCode) {
        return agreement;
      }
    }
    throw new IllegalArgumentException("unknown key agreement " + wireCode);
  }
}
