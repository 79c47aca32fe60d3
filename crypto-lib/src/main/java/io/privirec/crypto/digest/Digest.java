package io.privirec.crypto.digest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/// A SHA-256 digest: 32 bytes with value equality.
public final class Digest {
  public static final int SIZE_BYTES = 32;
  private static final int FILE_BUFFER_BYTES = 1 << 18;

  private final byte[] bytes;

  private Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  /// The digest of the parts one after the other; lengths of parts are not hashed.
  public static Digest of(byte[]... parts) {
    MessageDigest sha256 = sha256();
    for (byte[] part : parts) {
      sha256.update(part);
    }
    return new Digest(sha256.digest());
  }

  /// The digest of a part of an array.
  public static Digest of(byte[] bytes, int offset, int count) {
    MessageDigest sha256 = sha256();
    sha256.update(bytes, offset, count);
    return new Digest(sha256.digest());
  }

  /// The digest of a file's content, read in pieces.
  public static Digest ofFile(Path file) throws IOException {
    MessageDigest sha256 = sha256();
    byte[] buffer = new byte[FILE_BUFFER_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        sha256.update(buffer, 0, read);
      }
    }
    return new Digest(sha256.digest());
  }

  /// Wraps 32 bytes that are a digest already.
  public static Digest fromBytes(byte[] bytes) {
    if (bytes.length != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "digest must be " + SIZE_BYTES + " bytes. Provided value: " + bytes.length);
    }
    return new Digest(bytes.clone());
  }

  /// Reads 64 lower-case hexadecimal digits.
  public static Digest parse(String hex) {
    if (hex.length() != 2 * SIZE_BYTES || !hex.chars().allMatch(Digest::isLowerHex)) {
      throw new IllegalArgumentException("digest must be 64 lower-case hexadecimal digits");
    }
    return new Digest(HexFormat.of().parseHex(hex));
  }

  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  /// A copy.
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Digest that && MessageDigest.isEqual(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }

  private static boolean isLowerHex(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }

  /// Returns a new SHA-256.
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
