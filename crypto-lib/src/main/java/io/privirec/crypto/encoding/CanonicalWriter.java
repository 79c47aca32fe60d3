package io.privirec.crypto.encoding;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes the canonical encoding. Numbers are big endian; a value outside the range of its field is
/// an `IllegalArgumentException`, because whoever writes has validated it.
public final class CanonicalWriter {
  /// The only version there is.
  public static final int VERSION = 1;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

  private CanonicalWriter() {}

  /// Starts an encoding with the version byte and a type byte.
  public static CanonicalWriter ofType(int type) {
    return new CanonicalWriter().u8(VERSION).u8(type);
  }

  /// Starts a part of something else: no version, no type.
  public static CanonicalWriter untyped() {
    return new CanonicalWriter();
  }

  public CanonicalWriter u8(int value) {
    requireRange(value, 0xFF);
    out.write(value);
    return this;
  }

  public CanonicalWriter u16(int value) {
    requireRange(value, 0xFFFF);
    out.write(value >>> 8);
    out.write(value);
    return this;
  }

  /// A non-negative `int` in four bytes.
  public CanonicalWriter u31(int value) {
    requireRange(value, Integer.MAX_VALUE);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(value >>> shift);
    }
    return this;
  }

  public CanonicalWriter i64(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      out.write((int) (value >>> shift));
    }
    return this;
  }

  /// The IEEE 754 bits of a finite value in eight bytes.
  public CanonicalWriter f64(double value) {
    return i64(Double.doubleToLongBits(value));
  }

  /// Bytes of a length that the reader knows.
  public CanonicalWriter fixed(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /// A four-byte length and the bytes.
  public CanonicalWriter prefixed(byte[] bytes) {
    return u31(bytes.length).fixed(bytes);
  }

  /// A length byte and at most 255 bytes of UTF-8.
  public CanonicalWriter text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return u8(utf8.length).fixed(utf8);
  }

  public byte[] toByteArray() {
    return out.toByteArray();
  }

  private static void requireRange(int value, int max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(
          "encoded number must be in [0, " + max + "]. Provided value: " + value);
    }
  }
}
