package io.privirec.crypto.prg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MaskSumTest {
  private static final int[] RING_BITS = {16, 24, 32, 64};

  /// NIST SP 800-38A, F.5.1 CTR-AES128.Encrypt.
  @Test
  void keystream_nistVector_encryptsItsPlaintext() throws GeneralSecurityException {
    MaskKey key = new MaskKey(Hex.secret("2b7e151628aed2a6abf7158809cf4f3c"));
    byte[] plaintext =
        Hex.bytes(
            """
            6bc1bee22e409f96e93d7e117393172a
            ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef
            f69f2445df4f9b17ad2b417be66c3710
            """);
    byte[] ciphertext = key.keystream(0xf0f1f2f3f4f5f6f7L, 0xf8f9fafbfcfdfeffL).doFinal(plaintext);
    assertThat(ciphertext)
        .isEqualTo(
            Hex.bytes(
                """
                874d6191b620e3261bef6864990db6ce
                9806f66b7970fdff8617187bb9fffdff
                5ae4df3edbd5d35e5b4f09020db03eab
                1e031dda2fbe03d1792170a0f3009cee
                """));
  }

  @Test
  void residues_ofMasksThatCancel_areZeroTogether_andAreTheKeystreamInAnotherRing() {
    MaskKey one = new MaskKey(SecretBytes.random(16, new SeededRandom(1)));
    MaskKey other = new MaskKey(SecretBytes.random(16, new SeededRandom(2)));
    BigInteger modulus = BigInteger.ONE.shiftLeft(100).subtract(BigInteger.valueOf(15));
    BigInteger[] mine = new MaskSum(List.of(one), List.of(other)).residues(5, 3, 32, modulus);
    BigInteger[] theirs = new MaskSum(List.of(other), List.of(one)).residues(5, 3, 32, modulus);
    BigInteger[] alone = new MaskSum(List.of(one), List.of()).residues(5, 3, 32, modulus);
    byte[] keystream = new byte[96];
    assertThat(mine).doesNotHaveDuplicates();
    for (int number = 0; number < 3; number++) {
      assertThat(mine[number].add(theirs[number]).mod(modulus)).isEqualTo(BigInteger.ZERO);
      byte[] drawn = new byte[32];
      byte[] all = expanded(one, keystream);
      System.arraycopy(all, number * 32, drawn, 0, 32);
      assertThat(alone[number]).isEqualTo(new BigInteger(1, drawn).mod(modulus));
    }
  }

  private static byte[] expanded(MaskKey key, byte[] zeros) {
    try {
      return key.keystream(5, 0).doFinal(zeros);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void addTo_anyLength_addsThePlainKeystreamOfEachChunk() throws GeneralSecurityException {
    MaskKey plus = new MaskKey(SecretBytes.random(16, new SeededRandom(1)));
    MaskKey minus = new MaskKey(SecretBytes.random(16, new SeededRandom(2)));
    for (int bits : RING_BITS) {
      Ring ring = new Ring(bits);
      for (int length : new int[] {1, 13, 207, 2046, 4095, 4096, 4097, 9001}) {
        for (int chunk : new int[] {0, 1, 77}) {
          RingVector actual = RingVector.zero(ring, length);
          new MaskSum(List.of(plus), List.of(minus)).addTo(chunk, actual);
          RingVector expected = RingVector.zero(ring, length);
          byte[] zeros = new byte[ring.packedBytes(length)];
          expected.addPacked(plus.keystream(chunk, 0).doFinal(zeros), 0, 0, length);
          expected.subtractPacked(minus.keystream(chunk, 0).doFinal(zeros), 0, 0, length);
          assertThat(packed(actual)).isEqualTo(packed(expected));
        }
      }
    }
  }

  @Test
  void addTo_masksAndThenTheirNegation_restoresTheValues() {
    MaskSum masks =
        new MaskSum(
            List.of(new MaskKey(SecretBytes.random(16, new SeededRandom(3)))),
            List.of(new MaskKey(SecretBytes.random(16, new SeededRandom(4)))));
    for (int bits : RING_BITS) {
      RingVector values = RingVector.zero(new Ring(bits), 5000);
      values.setSigned(4999, -1);
      byte[] before = packed(values);
      masks.addTo(3, values);
      assertThat(packed(values)).isNotEqualTo(before);
      masks.negated().addTo(3, values);
      assertThat(packed(values)).isEqualTo(before);
    }
  }

  /// With uniform elements each of the 16 top-nibble classes of 4,096 elements misses 256 ± 96 with
  /// probability below 1e-8; a bounded or folded generator misses it surely.
  @Test
  void addTo_zeros_fillsTheWholeRing() {
    for (int bits : RING_BITS) {
      RingVector values = RingVector.zero(new Ring(bits), 4096);
      new MaskSum(List.of(new MaskKey(SecretBytes.random(16, new SeededRandom(5)))), List.of())
          .addTo(0, values);
      int[] classes = new int[16];
      for (int i = 0; i < 4096; i++) {
        classes[(int) (values.getSigned(i) >> (bits - 4)) + 8]++;
      }
      for (int count : classes) {
        assertThat(count).isBetween(160, 352);
      }
    }
  }

  @Test
  void addTo_manyChunksAtOnce_isTheSameAsOneByOne() {
    MaskSum masks =
        new MaskSum(List.of(new MaskKey(SecretBytes.random(16, new SeededRandom(7)))), List.of());
    List<byte[]> alone = IntStream.range(0, 32).mapToObj(c -> masked(masks, c)).toList();
    List<byte[]> together =
        IntStream.range(0, 32).parallel().mapToObj(c -> masked(masks, c)).toList();
    for (int chunk = 0; chunk < 32; chunk++) {
      assertThat(together.get(chunk)).isEqualTo(alone.get(chunk));
    }
  }

  @Test
  void maskKey_ofAnotherLength_refuses() {
    SecretBytes longer = SecretBytes.random(32, new SeededRandom(6));
    assertThatThrownBy(() -> new MaskKey(longer)).isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] masked(MaskSum masks, int chunk) {
    RingVector values = RingVector.zero(Ring.BITS_24, 6000);
    masks.addTo(chunk, values);
    return packed(values);
  }

  private static byte[] packed(RingVector values) {
    byte[] packed = new byte[values.ring().packedBytes(values.length())];
    values.packInto(packed, 0, 0, values.length());
    return packed;
  }
}
