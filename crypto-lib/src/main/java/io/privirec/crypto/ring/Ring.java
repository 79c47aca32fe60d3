package io.privirec.crypto.ring;

/// The integers modulo `2^bits`; an element is packed in `bits / 8` bytes, little endian.
///
/// @param bits 16, 24, 32 or 64
public record Ring(int bits) {
  public static final Ring BITS_16 = new Ring(16);
  public static final Ring BITS_24 = new Ring(24);
  public static final Ring BITS_32 = new Ring(32);
  public static final Ring BITS_64 = new Ring(64);

  public Ring {
    if (bits != 16 && bits != 24 && bits != 32 && bits != 64) {
      throw new IllegalArgumentException(
          "ring bits must be 16, 24, 32 or 64. Provided value: " + bits);
    }
  }

  public int bytesPerElement() {
    return bits / 8;
  }

  /// Bytes of so many packed elements.
  public int packedBytes(int count) {
    return Math.multiplyExact(bytesPerElement(), count);
  }

  /// The smallest signed value: `-2^(bits-1)`.
  public long minSigned() {
    return -1L << (bits - 1);
  }

  /// The largest signed value: `2^(bits-1) - 1`.
  public long maxSigned() {
    return ~minSigned();
  }
}
