package io.privirec.crypto.encoding;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

/// Reads the canonical encoding strictly: every byte must be accounted for, nothing is allocated
/// beyond the bytes that are there, and whatever is wrong surfaces as a `GeneralSecurityException`.
public final class CanonicalReader {
  private final ByteBuffer in;

  private CanonicalReader(byte[] encoded) {
    this.in = ByteBuffer.wrap(encoded);
  }

  /// The reading of one value's fields.
  @FunctionalInterface
  public interface Body<T> {
    T read(CanonicalReader in) throws GeneralSecurityException;
  }

  /// Reads one complete typed encoding. An `IllegalArgumentException` out of the constructor of the
  /// value means bytes that encode no valid value, and is reported as such.
  public static <T> T decode(byte[] encoded, int type, Body<T> body)
      throws GeneralSecurityException {
    CanonicalReader reader = new CanonicalReader(encoded);
    int version = reader.u8();
    if (version != CanonicalWriter.VERSION) {
      throw new MalformedEncodingException("unknown encoding version " + version);
    }
    int actual = reader.u8();
    if (actual != type) {
      throw new MalformedEncodingException(
          "encoding type must be " + type + ". Provided value: " + actual);
    }
    try {
      T value = body.read(reader);
      if (reader.in.hasRemaining()) {
        throw new MalformedEncodingException(reader.in.remaining() + " trailing bytes");
      }
      return value;
    } catch (IllegalArgumentException e) {
      MalformedEncodingException malformed =
          new MalformedEncodingException("encoded value is invalid: " + e.getMessage());
      malformed.initCause(e);
      throw malformed;
    }
  }

  /// The type byte of an encoding, for a decoder that chooses by it.
  public static int typeOf(byte[] encoded) throws MalformedEncodingException {
    if (encoded.length < 2) {
      throw new MalformedEncodingException("encoding is shorter than its header");
    }
    return encoded[1] & 0xFF;
  }

  public int u8() throws MalformedEncodingException {
    return take(1).get() & 0xFF;
  }

  public int u16() throws MalformedEncodingException {
    return take(2).getShort() & 0xFFFF;
  }

  public int u31() throws MalformedEncodingException {
    int value = take(4).getInt();
    if (value < 0) {
      throw new MalformedEncodingException("number exceeds 31 bits");
    }
    return value;
  }

  public long i64() throws MalformedEncodingException {
    return take(8).getLong();
  }

  public double f64() throws MalformedEncodingException {
    long bits = i64();
    double value = Double.longBitsToDouble(bits);
    if (!Double.isFinite(value) || bits == Long.MIN_VALUE) {
      throw new MalformedEncodingException("number must be finite and not minus zero");
    }
    return value;
  }

  public byte[] fixed(int sizeBytes) throws MalformedEncodingException {
    if (sizeBytes > in.remaining()) {
      throw truncated(sizeBytes);
    }
    byte[] bytes = new byte[sizeBytes];
    in.get(bytes);
    return bytes;
  }

  public byte[] prefixed() throws MalformedEncodingException {
    return fixed(u31());
  }

  public String text() throws MalformedEncodingException {
    byte[] utf8 = fixed(u8());
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      MalformedEncodingException malformed = new MalformedEncodingException("text is not UTF-8");
      malformed.initCause(e);
      throw malformed;
    }
  }

  private ByteBuffer take(int sizeBytes) throws MalformedEncodingException {
    if (sizeBytes > in.remaining()) {
      throw truncated(sizeBytes);
    }
    ByteBuffer slice = in.slice(in.position(), sizeBytes);
    in.position(in.position() + sizeBytes);
    return slice;
  }

  private MalformedEncodingException truncated(int sizeBytes) {
    return new MalformedEncodingException(
        "encoding ends early: " + sizeBytes + " bytes needed, " + in.remaining() + " left");
  }
}
