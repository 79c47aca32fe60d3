package io.privirec.crypto.paillier;

import java.math.BigInteger;
import java.security.GeneralSecurityException;

/// Many signed numbers in one plaintext: Σ_j v_j 2^(b j), b bits for each. Sums of plaintexts are
/// sums slot by slot as long as no slot's sum leaves [−2^(b−1), 2^(b−1)), which holds for whatever
/// [#forSumsOf] was asked for.
///
/// With s slots, |Σ_j v_j 2^(b j)| < 2^(b s) ≤ 2^(3072 − 2) < n/2: no sum wraps around modulo n.
///
/// @param slotBytes b / 8, in [1, 8]
/// @param slots s, at least 1
public record SlotLayout(int slotBytes, int slots) {
  private static final int MOST_BYTES = (PaillierPublicKey.BITS - 2) / 8;

  public SlotLayout {
    if (slotBytes < 1 || slotBytes > Long.BYTES) {
      throw new IllegalArgumentException(
          "slotBytes must be in [1, %s]. Provided value: %s".formatted(Long.BYTES, slotBytes));
    }
    if (slots < 1 || slots > MOST_BYTES / slotBytes) {
      throw new IllegalArgumentException(
          "slots must be in [1, %s]. Provided value: %s".formatted(MOST_BYTES / slotBytes, slots));
    }
  }

  /// As many slots as fit, each as narrow as it may be.
  ///
  /// @param summands most numbers that are added up in a slot, at least 1
  /// @param largest modulus of each, at least 1
  public static SlotLayout forSumsOf(int summands, long largest) {
    if (summands < 1 || largest < 1) {
      throw new IllegalArgumentException(
          "summands and largest must be at least 1. Provided: %s, %s".formatted(summands, largest));
    }
    BigInteger sum = BigInteger.valueOf(summands).multiply(BigInteger.valueOf(largest));
    int bytes = sum.bitLength() / 8 + 1;
    if (bytes > Long.BYTES) {
      throw new IllegalArgumentException(
          "a sum of %s numbers up to %s does not fit a slot".formatted(summands, largest));
    }
    return new SlotLayout(bytes, MOST_BYTES / bytes);
  }

  /// Plaintexts that a vector takes.
  public int plaintexts(int length) {
    return Math.ceilDiv(length, slots);
  }

  /// One plaintext of a vector; slots beyond its end are 0.
  ///
  /// @param index of the plaintext
  /// @throws IllegalArgumentException if a number does not fit its slot
  public BigInteger pack(long[] values, int index) {
    byte[] digits = new byte[1 + slotBytes * slots];
    int from = index * slots;
    for (int slot = 0; slot < slots; slot++) {
      long value = from + slot < values.length ? values[from + slot] : 0;
      if (value < -half() || value > half() - 1) {
        // Without the number: it is somebody's.
        throw new IllegalArgumentException(
            "a number does not fit a slot of %s bytes".formatted(slotBytes));
      }
      long digit = value + half();
      for (int b = 0; b < slotBytes; b++) {
        digits[digits.length - 1 - slot * slotBytes - b] = (byte) (digit >>> (8 * b));
      }
    }
    return new BigInteger(digits).subtract(halves());
  }

  /// The numbers of a plaintext that is a sum of packed ones.
  ///
  /// @throws GeneralSecurityException if it is no such sum: a slot would be beyond the last one
  public long[] unpack(BigInteger plaintext) throws GeneralSecurityException {
    BigInteger shifted = plaintext.add(halves());
    if (shifted.signum() < 0 || shifted.bitLength() > 8 * slotBytes * slots) {
      throw new GeneralSecurityException("a plaintext has more than its %s slots".formatted(slots));
    }
    byte[] digits = Numbers.encode(shifted, slotBytes * slots);
    long[] values = new long[slots];
    for (int slot = 0; slot < slots; slot++) {
      long digit = 0;
      int end = digits.length - slot * slotBytes;
      for (int b = end - slotBytes; b < end; b++) {
        digit = digit << 8 | (digits[b] & 0xFF);
      }
      values[slot] = digit - half();
    }
    return values;
  }

  /// 2^(b−1): of eight bytes it is the least long, and differences wrap around as they should.
  private long half() {
    return 1L << (8 * slotBytes - 1);
  }

  /// Half of each slot: numbers are digits from 0 on once it is added.
  private BigInteger halves() {
    byte[] digits = new byte[1 + slotBytes * slots];
    for (int slot = 0; slot < slots; slot++) {
      digits[1 + slot * slotBytes] = (byte) 0x80;
    }
    return new BigInteger(digits);
  }

  @Override
  public String toString() {
    return "SlotLayout[%s slots of %s bits]".formatted(slots, 8 * slotBytes);
  }
}
