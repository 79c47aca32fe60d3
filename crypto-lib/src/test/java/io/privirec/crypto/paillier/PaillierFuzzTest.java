package io.privirec.crypto.paillier;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Valid encodings, changed at random: a decoder refuses with `GeneralSecurityException`, or what
/// it read has exactly these bytes.
///
/// `-Dtests.fuzz.seed=…` draws other inputs, `-Dtests.fuzz.inputs=…` more of them.
class PaillierFuzzTest {
  private static final long SEED = Long.getLong("tests.fuzz.seed", 1);
  private static final int INPUTS =
      Integer.getInteger("tests.fuzz.inputs", Boolean.getBoolean("tests.long") ? 20_000 : 2_000);

  /// A modulus of the right size is tested for primality, and powers of roots are taken.
  private static final int KEYS = INPUTS / 40;

  private static final int KEY_PAIRS = INPUTS / 10;

  private final Random random = new Random(SEED);

  private interface Decoder {
    byte[] decodeAndEncode(byte[] bytes) throws GeneralSecurityException;
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void ciphertexts_mutated_areRefusedOrCanonical() {
    PaillierPublicKey key = TestKey.PAIR.publicKey();
    byte[] valid =
        new PaillierEncryptor(key).encrypt(BigInteger.TEN, new SeededRandom(SEED)).encode();

    assertThat(taken(INPUTS, valid, bytes -> key.ciphertext(bytes).encode()))
        .isBetween(INPUTS / 4, INPUTS - 1);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void publicKeys_mutated_areRefused() {
    byte[] valid = TestKey.PAIR.publicKey().encode();

    assertThat(taken(KEYS, valid, bytes -> PaillierPublicKey.decode(bytes).encode()))
        .isLessThan(KEYS / 5);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void keyPairs_mutated_areRefused() {
    byte[] valid = TestKey.PAIR.encode().expose();

    assertThat(
            taken(
                KEY_PAIRS,
                valid,
                bytes -> PaillierKeyPair.decode(SecretBytes.copyOf(bytes)).encode().expose()))
        .isLessThan(KEY_PAIRS / 5);
  }

  @Test
  void plaintexts_ofAnySize_areRefusedOrPackAgainToThemselves() {
    SlotLayout slots = SlotLayout.forSumsOf(256, (1L << 31) - 1);
    int taken = 0;
    for (int input = 0; input < INPUTS; input++) {
      BigInteger plaintext = new BigInteger(1 + random.nextInt(PaillierPublicKey.BITS - 1), random);
      plaintext = random.nextBoolean() ? plaintext : plaintext.negate();
      long[] numbers;
      try {
        numbers = slots.unpack(plaintext);
      } catch (GeneralSecurityException _) {
        continue;
      }
      assertThat(slots.pack(numbers, 0)).isEqualTo(plaintext);
      taken++;
    }
    assertThat(taken).isBetween(INPUTS / 2, INPUTS - 1);
  }

  /// How many were not refused.
  private int taken(int inputs, byte[] valid, Decoder decoder) {
    int taken = 0;
    for (int input = 0; input < inputs; input++) {
      byte[] bytes = changed(valid);
      byte[] encodedAgain;
      try {
        encodedAgain = decoder.decodeAndEncode(bytes);
      } catch (GeneralSecurityException refused) {
        assertThat(refused).hasMessageMatching("(?s).+");
        continue;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed %d: %s".formatted(SEED, HexFormat.of().formatHex(bytes)), e);
      }
      assertThat(encodedAgain).isEqualTo(bytes);
      taken++;
    }
    return taken;
  }

  private byte[] changed(byte[] valid) {
    byte[] bytes = valid.clone();
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(5)) {
      case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 8));
      case 1 ->
          Arrays.fill(
              bytes,
              at,
              Math.min(bytes.length, at + 1 + random.nextInt(64)),
              (byte) (random.nextBoolean() ? 0xFF : 0));
      case 2 -> System.arraycopy(valid, at, bytes, random.nextInt(at + 1), valid.length - at);
      default -> {
        for (int flips = random.nextInt(3); flips >= 0; flips--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
    }
    return bytes;
  }
}
