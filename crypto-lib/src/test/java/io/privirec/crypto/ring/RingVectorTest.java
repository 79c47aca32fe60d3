package io.privirec.crypto.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingVectorTest {
  private static final int[] RING_BITS = {16, 24, 32, 64};
  private static final int[] LENGTHS = {1, 13, 207, 2046, 4098};

  @Test
  void packInto_minusTwo_isLittleEndian() {
    assertThat(packedMinusTwo(16)).isEqualTo("feff");
    assertThat(packedMinusTwo(24)).isEqualTo("feffff");
    assertThat(packedMinusTwo(32)).isEqualTo("feffffff");
    assertThat(packedMinusTwo(64)).isEqualTo("feffffffffffffff");
  }

  @Test
  void addPacked_randomElementsAtOddOffsets_isPlainArithmeticModuloTheRing() {
    Random random = new Random(1);
    for (int bits : RING_BITS) {
      Ring ring = new Ring(bits);
      for (int length : LENGTHS) {
        BigInteger[] plain = new BigInteger[length];
        java.util.Arrays.fill(plain, BigInteger.ZERO);
        RingVector vector = RingVector.zero(ring, length);
        for (int turn = 0; turn < 4; turn++) {
          int from = random.nextInt(length);
          int count = random.nextInt(length - from + 1);
          int byteOffset = random.nextInt(5);
          byte[] packed = new byte[byteOffset + ring.packedBytes(count)];
          random.nextBytes(packed);
          boolean add = turn % 2 == 0;
          if (add) {
            vector.addPacked(packed, byteOffset, from, count);
          } else {
            vector.subtractPacked(packed, byteOffset, from, count);
          }
          for (int i = 0; i < count; i++) {
            BigInteger element = read(packed, byteOffset + i * bits / 8, bits / 8);
            plain[from + i] =
                add ? plain[from + i].add(element) : plain[from + i].subtract(element);
          }
        }
        for (int i = 0; i < length; i++) {
          assertThat(vector.getSigned(i)).isEqualTo(centred(plain[i], bits));
        }
      }
    }
  }

  @Test
  void packInto_thenAddPacked_givesTheElementsBack() {
    Random random = new Random(2);
    for (int bits : RING_BITS) {
      Ring ring = new Ring(bits);
      for (int length : LENGTHS) {
        RingVector vector = RingVector.zero(ring, length);
        for (int i = 0; i < length; i++) {
          vector.setSigned(i, random.nextLong() >> (64 - bits));
        }
        byte[] packed = new byte[3 + ring.packedBytes(length)];
        vector.packInto(packed, 3, 0, length);
        RingVector copy = RingVector.zero(ring, length);
        copy.addPacked(packed, 3, 0, length);
        for (int i = 0; i < length; i++) {
          assertThat(copy.getSigned(i)).isEqualTo(vector.getSigned(i));
        }
      }
    }
  }

  @Test
  void setSigned_edgesOfTheRange_areKept() {
    for (int bits : RING_BITS) {
      Ring ring = new Ring(bits);
      RingVector vector = RingVector.zero(ring, 2);
      vector.setSigned(0, ring.minSigned());
      vector.setSigned(1, ring.maxSigned());
      assertThat(vector.getSigned(0)).isEqualTo(ring.minSigned()).isNegative();
      assertThat(vector.getSigned(1)).isEqualTo(ring.maxSigned()).isPositive();
    }
  }

  @Test
  void setSigned_outsideTheRange_refusesAndNeverClips() {
    for (int bits : new int[] {16, 24, 32}) {
      Ring ring = new Ring(bits);
      RingVector vector = RingVector.zero(ring, 1);
      assertThatThrownBy(() -> vector.setSigned(0, ring.maxSigned() + 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> vector.setSigned(0, ring.minSigned() - 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void addPacked_outsideEitherArray_refuses() {
    RingVector vector = RingVector.zero(Ring.BITS_24, 4);
    byte[] packed = new byte[12];
    int[][] wrong = {{0, 0, 5}, {0, 1, 4}, {1, 0, 4}, {-1, 0, 1}, {0, -1, 1}, {0, 0, -1}};
    for (int[] w : wrong) {
      assertThatThrownBy(() -> vector.addPacked(packed, w[0], w[1], w[2]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void subtractPackedAndPackInto_pastTheEnd_refuseAndChangeNothing() {
    for (int bits : RING_BITS) {
      RingVector vector = RingVector.zero(new Ring(bits), 4);
      byte[] packed = new byte[5 * bits / 8 - 1];
      java.util.Arrays.fill(packed, (byte) 1);
      for (int count : new int[] {4, 5}) {
        int from = count == 4 ? 1 : 0;
        assertThatThrownBy(() -> vector.addPacked(packed, 0, from, count))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> vector.subtractPacked(packed, 0, from, count))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> vector.packInto(packed, 0, from, count))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThat(packed).containsOnly(1);
      for (int i = 0; i < 4; i++) {
        assertThat(vector.getSigned(i)).isZero();
      }
    }
  }

  @Test
  void zero_noElements_isEmptyAndFewerAreRefused() {
    assertThat(RingVector.zero(Ring.BITS_32, 0).length()).isZero();
    assertThatThrownBy(() -> RingVector.zero(Ring.BITS_32, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ring_otherWidths_areRefused() {
    for (int bits : new int[] {0, 8, 31, 48, 128}) {
      assertThatThrownBy(() -> new Ring(bits)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static String packedMinusTwo(int bits) {
    RingVector vector = RingVector.zero(new Ring(bits), 1);
    vector.setSigned(0, -2);
    byte[] packed = new byte[bits / 8];
    vector.packInto(packed, 0, 0, 1);
    return Hex.of(packed);
  }

  private static BigInteger read(byte[] packed, int offset, int size) {
    byte[] bigEndian = new byte[size];
    for (int i = 0; i < size; i++) {
      bigEndian[i] = packed[offset + size - 1 - i];
    }
    return new BigInteger(1, bigEndian);
  }

  private static long centred(BigInteger value, int bits) {
    BigInteger modulus = BigInteger.TWO.pow(bits);
    BigInteger reduced = value.mod(modulus);
    boolean upper = reduced.testBit(bits - 1);
    return (upper ? reduced.subtract(modulus) : reduced).longValueExact();
  }
}
