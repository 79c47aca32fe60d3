package io.privirec.crypto.paillier;

import java.math.BigInteger;

/// A ciphertext under a key, which made or checked it: in (0, n²), with no factor in common with n.
public final class Ciphertext {
  /// Of n².
  static final int BYTES = 768;

  private final BigInteger value;

  Ciphertext(BigInteger value) {
    this.value = value;
  }

  BigInteger value() {
    return value;
  }

  /// Big endian, without a sign, as many bytes as n² has.
  public byte[] encode() {
    return Numbers.encode(value, BYTES);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ciphertext that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "Ciphertext[" + BYTES + " bytes]";
  }
}
