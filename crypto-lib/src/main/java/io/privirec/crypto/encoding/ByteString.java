package io.privirec.crypto.encoding;

import java.util.Arrays;
import java.util.HexFormat;

/// An immutable, public sequence of bytes with value equality. Not for secrets.
public final class ByteString {
  private final byte[] bytes;

  private ByteString(byte[] bytes) {
    this.bytes = bytes;
  }

  public static ByteString copyOf(byte[] bytes) {
    return new ByteString(bytes.clone());
  }

  public int sizeBytes() {
    return bytes.length;
  }

  /// A copy.
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteString that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
