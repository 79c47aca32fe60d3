package io.privirec.secagg;

import io.privirec.crypto.encoding.ByteString;
import java.security.SecureRandom;
import java.util.HexFormat;

/// The name of one attempt of one round: 32 random bytes.
public final class RoundId {
  public static final int SIZE_BYTES = 32;

  private final ByteString encoded;

  private RoundId(ByteString encoded) {
    this.encoded = encoded;
  }

  public static RoundId random(SecureRandom random) {
    byte[] bytes = new byte[SIZE_BYTES];
    random.nextBytes(bytes);
    return fromBytes(bytes);
  }

  public static RoundId fromBytes(byte[] bytes) {
    if (bytes.length != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "round id must be " + SIZE_BYTES + " bytes. Provided value: " + bytes.length);
    }
    return new RoundId(ByteString.copyOf(bytes));
  }

  /// Reads 64 lower-case hexadecimal digits.
  public static RoundId parse(String hex) {
    RoundId id = fromBytes(HexFormat.of().parseHex(hex));
    if (!id.hex().equals(hex)) {
      throw new IllegalArgumentException("round id must be lower-case hexadecimal");
    }
    return id;
  }

  public String hex() {
    return encoded.toString();
  }

  public byte[] bytes() {
    return encoded.bytes();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoundId that && encoded.equals(that.encoded);
  }

  @Override
  public int hashCode() {
    return encoded.hashCode();
  }

  @Override
  public String toString() {
    return hex();
  }
}
