package io.privirec.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.WycheproofVectors.Case;
import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.kdf.Hkdf;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.PublicIdentityKey;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Project Wycheproof's vectors for every primitive that has some, through our own interfaces.
class WycheproofTest {
  /// All 518: points on the twist and coordinates that are not reduced are computed as RFC 7748
  /// wants, and exactly the all-zero secrets are refused.
  @Test
  void x25519_everyCase_givesTheSharedSecretOrRefusesZero() throws InvalidKeyException {
    List<Case> cases = WycheproofVectors.read("x25519_test.json");
    int refused = 0;
    for (Case vector : cases) {
      AgreementKeyPair own = AgreementKeyPair.fromPrivateKey(vector.secret("private"));
      AgreementPublicKey peer = AgreementPublicKey.fromBytes(vector.bytes("public"));
      SecretBytes shared = vector.secret("shared");
      if (shared.equals(SecretBytes.copyOf(new byte[32]))) {
        refused++;
        assertThatThrownBy(() -> own.agree(peer))
            .as("%s", vector)
            .isInstanceOf(InvalidKeyException.class)
            .hasMessage("key agreement gives the all-zero secret");
        assertThatThrownBy(peer::requireUsable)
            .as("%s", vector)
            .isInstanceOf(InvalidKeyException.class);
      } else {
        assertThat(own.agree(peer)).as("%s", vector).isEqualTo(shared);
      }
    }
    assertThat(cases).hasSize(518);
    assertThat(refused).isEqualTo(31);
  }

  @Test
  void ed25519_everyCase_isVerifiedOrRefused() throws InvalidKeyException {
    List<Case> cases = WycheproofVectors.read("ed25519_test.json");
    for (Case vector : cases) {
      byte[] key = Hex.bytes(vector.group().get("publicKey").get("pk").stringValue());
      assertThat(
              PublicIdentityKey.fromBytes(key).verifyBare(vector.bytes("msg"), vector.bytes("sig")))
          .as("%s", vector)
          .isEqualTo(vector.result().equals("valid"));
    }
    assertThat(cases).hasSize(150);
  }

  /// Case 151 of later versions of the file, with the key of RFC 8032 §7.1, test 1: R is the
  /// neutral element with the sign of x set. S is right for it (the challenge times the private
  /// scalar), so that a verifier who ignores the sign accepts.
  @Test
  void ed25519_neutralPointWithASign_isRefused() throws InvalidKeyException {
    PublicIdentityKey key =
        PublicIdentityKey.fromBytes(
            Hex.bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
    byte[] signature =
        Hex.bytes(
            """
            0100000000000000000000000000000000000000000000000000000000000080 # R
            c803ee1f2342aa96ff698a393d1ab5e66f3eda101d6d120b394c3fd32c117d0a # S
            """);
    assertThat(key.verifyBare(Hex.bytes("313233343030"), signature)).isFalse();
  }

  /// All 86; the three invalid ones ask for more than 255 blocks.
  @Test
  void hkdfSha256_everyCase_givesTheOutputOrRefusesItsLength() {
    List<Case> cases = WycheproofVectors.read("hkdf_sha256_test.json");
    for (Case vector : cases) {
      int sizeBytes = vector.test().get("size").intValue();
      if (vector.result().equals("valid")) {
        assertThat(derive(vector, sizeBytes)).as("%s", vector).isEqualTo(vector.secret("okm"));
      } else {
        assertThat(sizeBytes).isGreaterThan(255 * 32);
        assertThatThrownBy(() -> derive(vector, sizeBytes))
            .as("%s", vector)
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThat(cases).hasSize(86);
  }

  /// The 66 cases of 256-bit keys and 96-bit nonces. The other 250 cannot be said to [AesGcm]: keys
  /// of 128 and 192 bits (211), or nonces of other lengths (39).
  @Test
  void aesGcm_everyCaseOfOurSizes_isOpenedSealedOrRefused() throws GeneralSecurityException {
    List<Case> all = WycheproofVectors.read("aes_gcm_test.json");
    List<Case> ours = all.stream().filter(WycheproofTest::hasOurSizes).toList();
    for (Case vector : ours) {
      SecretBytes key = vector.secret("key");
      byte[] data = vector.bytes("aad");
      byte[] sealed = concatenated(vector.bytes("iv"), vector.bytes("ct"), vector.bytes("tag"));
      if (vector.result().equals("valid")) {
        assertThat(AesGcm.open(key, data, sealed)).as("%s", vector).isEqualTo(vector.secret("msg"));
        assertThat(AesGcm.seal(key, data, vector.secret("msg"), drawing(vector.bytes("iv"))))
            .as("%s", vector)
            .isEqualTo(sealed);
      } else {
        assertThatThrownBy(() -> AesGcm.open(key, data, sealed))
            .as("%s", vector)
            .isInstanceOf(GeneralSecurityException.class);
      }
    }
    assertThat(all).hasSize(316);
    assertThat(all).filteredOn(vector -> keyBits(vector) != 256).hasSize(211);
    assertThat(ours).hasSize(66);
  }

  private static SecretBytes derive(Case vector, int sizeBytes) {
    return Hkdf.derive(vector.secret("ikm"), vector.bytes("salt"), vector.bytes("info"), sizeBytes);
  }

  private static boolean hasOurSizes(Case vector) {
    return keyBits(vector) == 8 * AesGcm.KEY_BYTES
        && vector.group().get("ivSize").intValue() == 8 * AesGcm.NONCE_BYTES
        && vector.group().get("tagSize").intValue() == 8 * AesGcm.TAG_BYTES;
  }

  private static int keyBits(Case vector) {
    return vector.group().get("keySize").intValue();
  }

  private static byte[] concatenated(byte[]... parts) {
    int sizeBytes = List.of(parts).stream().mapToInt(part -> part.length).sum();
    ByteBuffer whole = ByteBuffer.allocate(sizeBytes);
    for (byte[] part : parts) {
      whole.put(part);
    }
    return whole.array();
  }

  /// "Randomness" that is the given bytes, once.
  private static SecureRandom drawing(byte[] bytes) {
    return new SecureRandom() {
      private static final long serialVersionUID = 1L;

      @Override
      public void nextBytes(byte[] target) {
        assertThat(target).hasSameSizeAs(bytes);
        System.arraycopy(bytes, 0, target, 0, bytes.length);
      }
    };
  }
}
