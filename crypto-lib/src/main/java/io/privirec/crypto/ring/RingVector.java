package io.privirec.crypto.ring;

import java.util.Objects;

/// A mutable vector of ring elements. Not thread-safe.
///
/// Elements up to 32 bits are kept in `int`s whose upper bits are arbitrary: arithmetic modulo
/// `2^32` is arithmetic modulo any smaller power of two, so only reading an element reduces it.
public final class RingVector {
  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};

  private final Ring ring;
  private final int length;
  private final int[] ints;
  private final long[] longs;

  private RingVector(Ring ring, int length) {
    this.ring = ring;
    this.length = length;
    this.ints = ring.bits() <= 32 ? new int[length] : NO_INTS;
    this.longs = ring.bits() <= 32 ? NO_LONGS : new long[length];
  }

  /// A vector of zeros.
  public static RingVector zero(Ring ring, int length) {
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative. Provided value: " + length);
    }
    return new RingVector(ring, length);
  }

  public Ring ring() {
    return ring;
  }

  public int length() {
    return length;
  }

  /// Sets an element.
  ///
  /// @throws IllegalArgumentException if the value is outside `[-2^(bits-1), 2^(bits-1))`: nothing
  ///   is clipped
  public void setSigned(int index, long value) {
    if (value < ring.minSigned() || value > ring.maxSigned()) {
      throw new IllegalArgumentException(
          "value must be in ["
              + ring.minSigned()
              + ", "
              + ring.maxSigned()
              + "]. Provided value: "
              + value);
    }
    if (ring.bits() == 64) {
      longs[index] = value;
    } else {
      ints[index] = (int) value;
    }
  }

  /// Sets an element to a value modulo 2^bits.
  public void setReduced(int index, long value) {
    if (ring.bits() == 64) {
      longs[index] = value;
    } else {
      ints[index] = (int) value;
    }
  }

  /// An element as the signed integer nearest to zero: in `[-2^(bits-1), 2^(bits-1))`.
  public long getSigned(int index) {
    if (ring.bits() == 64) {
      return longs[index];
    }
    int unused = 32 - ring.bits();
    int centred = ints[index] << unused >> unused;
    return centred;
  }

  /// Adds packed elements to those from `elementOffset` on.
  public void addPacked(byte[] packed, int byteOffset, int elementOffset, int count) {
    check(packed, byteOffset, elementOffset, count);
    switch (ring.bits()) {
      case 16 -> PackedElements.add16(ints, elementOffset, packed, byteOffset, count);
      case 24 -> PackedElements.add24(ints, elementOffset, packed, byteOffset, count);
      case 32 -> PackedElements.add32(ints, elementOffset, packed, byteOffset, count);
      default -> PackedElements.add64(longs, elementOffset, packed, byteOffset, count);
    }
  }

  /// Subtracts packed elements from those from `elementOffset` on.
  public void subtractPacked(byte[] packed, int byteOffset, int elementOffset, int count) {
    check(packed, byteOffset, elementOffset, count);
    switch (ring.bits()) {
      case 16 -> PackedElements.subtract16(ints, elementOffset, packed, byteOffset, count);
      case 24 -> PackedElements.subtract24(ints, elementOffset, packed, byteOffset, count);
      case 32 -> PackedElements.subtract32(ints, elementOffset, packed, byteOffset, count);
      default -> PackedElements.subtract64(longs, elementOffset, packed, byteOffset, count);
    }
  }

  /// Writes elements from `elementOffset` on in packed form.
  public void packInto(byte[] out, int byteOffset, int elementOffset, int count) {
    check(out, byteOffset, elementOffset, count);
    switch (ring.bits()) {
      case 16 -> PackedElements.pack16(ints, elementOffset, out, byteOffset, count);
      case 24 -> PackedElements.pack24(ints, elementOffset, out, byteOffset, count);
      case 32 -> PackedElements.pack32(ints, elementOffset, out, byteOffset, count);
      default -> PackedElements.pack64(longs, elementOffset, out, byteOffset, count);
    }
  }

  private void check(byte[] packed, int byteOffset, int elementOffset, int count) {
    Objects.checkFromIndexSize(elementOffset, count, length);
    Objects.checkFromIndexSize(byteOffset, ring.packedBytes(count), packed.length);
  }
}
