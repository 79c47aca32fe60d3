package io.privirec.crypto.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.KEM;
import org.bouncycastle.crypto.digests.SHAKEDigest;
import org.junit.jupiter.api.Test;

class MlKem768Test {
  /// DER of a SubjectPublicKeyInfo for ML-KEM-768 up to the key itself (RFC 9935).
  private static final String PUBLIC_KEY_HEADER =
      """
      308204b2           # SEQUENCE, 1202 bytes
      300b               # SEQUENCE: AlgorithmIdentifier
      0609608648016503040402 # OID 2.16.840.1.101.3.4.4.2, id-alg-ml-kem-768
      038204a100         # BIT STRING, 1185 bytes, no unused bits
      """;

  /// The accumulated known answer of Go's `crypto/mlkem` (`TestAccumulated`): 10,000 key pairs,
  /// encapsulations, decapsulations and implicit rejections with all randomness from one SHAKE-128
  /// stream, and one hash over everything that comes out. Independent implementations of the final
  /// FIPS 203 agree on it.
  @Test
  void tenThousandPairs_ofAccumulatedKnownAnswer_giveItsHash() throws InvalidKeyException {
    SHAKEDigest stream = new SHAKEDigest(128);
    SHAKEDigest accumulated = new SHAKEDigest(128);
    for (int i = 0; i < 10_000; i++) {
      MlKem768 keys = MlKem768.fromSeed(SecretBytes.copyOf(next(stream, MlKem768.SEED_BYTES)));
      absorb(accumulated, keys.encapsulationKey());
      SecretBytes randomness = SecretBytes.copyOf(next(stream, MlKem768.RANDOMNESS_BYTES));
      Initiated encapsulated = MlKem768.encapsulate(keys.encapsulationKey(), randomness);
      absorb(accumulated, encapsulated.encapsulation().bytes());
      absorb(accumulated, encapsulated.secret().expose());
      assertThat(keys.decapsulate(encapsulated.encapsulation())).isEqualTo(encapsulated.secret());
      SecretBytes rejected =
          keys.decapsulate(ByteString.copyOf(next(stream, MlKem768.CIPHERTEXT_BYTES)));
      absorb(accumulated, rejected.expose());
    }
    byte[] hash = new byte[32];
    accumulated.doFinal(hash, 0, hash.length);
    assertThat(Hex.of(hash))
        .isEqualTo("8a518cc63da366322a8e7a818c7a0d63483cb3528d34a4cf42f35d5ad73f22fc");
  }

  @Test
  void encapsulate_keyOfThePlatform_isWhatThePlatformDecapsulates()
      throws GeneralSecurityException {
    KeyPair platform = KeyPairGenerator.getInstance("ML-KEM-768").generateKeyPair();
    byte[] encoded = platform.getPublic().getEncoded();
    int header = encoded.length - MlKem768.ENCAPSULATION_KEY_BYTES;
    assertThat(Arrays.copyOf(encoded, header)).isEqualTo(Hex.bytes(PUBLIC_KEY_HEADER));
    Initiated encapsulated =
        MlKem768.encapsulate(
            Arrays.copyOfRange(encoded, header, encoded.length),
            SecretBytes.random(MlKem768.RANDOMNESS_BYTES, new SeededRandom(1)));
    KEM.Decapsulator decapsulator =
        KEM.getInstance("ML-KEM-768").newDecapsulator(platform.getPrivate());
    assertThat(decapsulator.decapsulate(encapsulated.encapsulation().bytes()).getEncoded())
        .isEqualTo(encapsulated.secret().expose());
  }

  @Test
  void decapsulate_ciphertextOfThePlatform_givesThePlatformsSecret()
      throws GeneralSecurityException {
    MlKem768 keys = keys(2);
    KEM.Encapsulated encapsulated =
        KEM.getInstance("ML-KEM-768")
            .newEncapsulator(platformKey(keys.encapsulationKey()))
            .encapsulate();
    assertThat(keys.decapsulate(ByteString.copyOf(encapsulated.encapsulation())).expose())
        .isEqualTo(encapsulated.key().getEncoded());
  }

  @Test
  void decapsulate_changedCiphertext_givesAnotherSecretAndNoError() throws InvalidKeyException {
    MlKem768 keys = keys(3);
    Initiated encapsulated =
        MlKem768.encapsulate(
            keys.encapsulationKey(),
            SecretBytes.random(MlKem768.RANDOMNESS_BYTES, new SeededRandom(4)));
    byte[] bytes = encapsulated.encapsulation().bytes();
    bytes[17] ^= 1;
    ByteString changed = ByteString.copyOf(bytes);
    assertThat(keys.decapsulate(changed))
        .isNotEqualTo(encapsulated.secret())
        .isEqualTo(keys.decapsulate(changed));
  }

  /// FIPS 203 §7.2: of the 12-bit values, 3329 is the smallest that encodes no coefficient.
  @Test
  void requireValid_coefficientThatIsNotReduced_refuses() throws InvalidKeyException {
    byte[] key = keys(5).encapsulationKey();
    for (int at : new int[] {0, 381, 1149}) {
      byte[] largest = key.clone();
      largest[at] = 0x00;
      largest[at + 1] = (byte) ((largest[at + 1] & 0xF0) | 0x0D);
      MlKem768.requireValid(largest);
      byte[] modulus = largest.clone();
      modulus[at] = 0x01;
      assertThatThrownBy(() -> MlKem768.requireValid(modulus))
          .isInstanceOf(InvalidKeyException.class);
    }
  }

  @Test
  void requireValid_keyOfAnotherSize_refuses() {
    assertThatThrownBy(() -> MlKem768.requireValid(new byte[1183]))
        .isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> MlKem768.requireValid(new byte[1568]))
        .isInstanceOf(InvalidKeyException.class);
  }

  private static MlKem768 keys(long seed) {
    return MlKem768.fromSeed(SecretBytes.random(MlKem768.SEED_BYTES, new SeededRandom(seed)));
  }

  private static PublicKey platformKey(byte[] encapsulationKey) throws GeneralSecurityException {
    byte[] header = Hex.bytes(PUBLIC_KEY_HEADER);
    byte[] encoded = Arrays.copyOf(header, header.length + encapsulationKey.length);
    System.arraycopy(encapsulationKey, 0, encoded, header.length, encapsulationKey.length);
    return KeyFactory.getInstance("ML-KEM-768").generatePublic(new X509EncodedKeySpec(encoded));
  }

  private static byte[] next(SHAKEDigest stream, int sizeBytes) {
    byte[] bytes = new byte[sizeBytes];
    stream.doOutput(bytes, 0, sizeBytes);
    return bytes;
  }

  private static void absorb(SHAKEDigest digest, byte[] bytes) {
    digest.update(bytes, 0, bytes.length);
  }
}
