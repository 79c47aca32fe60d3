package io.privirec.crypto.aead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;

class AesGcmTest {
  private static final SecretBytes KEY = SecretBytes.random(32, new SeededRandom(1));
  private static final byte[] DATA = {7, 8};
  private static final SecretBytes PLAINTEXT = SecretBytes.random(64, new SeededRandom(2));

  /// The GCM specification (McGrew and Viega), test case 16.
  @Test
  void open_specificationVector_givesThePlaintext() throws GeneralSecurityException {
    SecretBytes key =
        Hex.secret("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308");
    byte[] sealed =
        Hex.bytes(
            """
            cafebabefacedbaddecaf888 # nonce
            522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa # ciphertext
            8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
            76fc6ece0f4e1768cddf8853bb2d551b # tag
            """);
    assertThat(AesGcm.open(key, Hex.bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2"), sealed))
        .isEqualTo(
            Hex.secret(
                "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"));
  }

  @Test
  void open_whatWasSealed_givesItBack() throws GeneralSecurityException {
    byte[] sealed = AesGcm.seal(KEY, DATA, PLAINTEXT, new SeededRandom(3));
    assertThat(sealed).hasSize(AesGcm.sealedBytes(64));
    assertThat(AesGcm.open(KEY, DATA, sealed)).isEqualTo(PLAINTEXT);
  }

  @Test
  void open_anyBitFlipped_refuses() {
    byte[] sealed = AesGcm.seal(KEY, DATA, PLAINTEXT, new SeededRandom(4));
    for (int bit = 0; bit < 8 * sealed.length; bit++) {
      byte[] flipped = sealed.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> AesGcm.open(KEY, DATA, flipped))
          .isInstanceOf(GeneralSecurityException.class);
    }
  }

  @Test
  void open_otherDataKeyOrLength_refuses() {
    byte[] sealed = AesGcm.seal(KEY, DATA, PLAINTEXT, new SeededRandom(5));
    SecretBytes otherKey = SecretBytes.random(32, new SeededRandom(6));
    assertThatThrownBy(() -> AesGcm.open(KEY, new byte[] {7}, sealed))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> AesGcm.open(otherKey, DATA, sealed))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> AesGcm.open(KEY, DATA, new byte[27]))
        .isInstanceOf(GeneralSecurityException.class);
  }
}
