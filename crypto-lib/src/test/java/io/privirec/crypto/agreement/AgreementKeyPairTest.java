package io.privirec.crypto.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.secret.SecretBytes;
import java.security.InvalidKeyException;
import org.junit.jupiter.api.Test;

class AgreementKeyPairTest {
  /// Points of small order on the curve or its twist, in canonical form (the list of RFC 7748's
  /// authors).
  private static final String[] SMALL_ORDER = {
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
  };

  /// RFC 7748 §5.2; the second coordinate has its unused top bit set.
  @Test
  void agree_rfcScalarMultiplications_givesTheirResults() throws InvalidKeyException {
    checkAgreement(
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
    checkAgreement(
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957");
  }

  /// RFC 7748 §5.2: starting from the base point as scalar and as point, the result is the next
  /// scalar and the scalar the next point.
  @Test
  void agree_rfcIterations_giveTheirResultsAfterOneAndAThousand() throws InvalidKeyException {
    SecretBytes scalar = Hex.secret("09" + "00".repeat(31));
    SecretBytes point = scalar;
    for (int iteration = 1; iteration <= 1000; iteration++) {
      SecretBytes result =
          AgreementKeyPair.fromPrivateKey(scalar)
              .agree(AgreementPublicKey.fromBytes(point.expose()));
      point = scalar;
      scalar = result;
      if (iteration == 1) {
        assertThat(scalar)
            .isEqualTo(
                Hex.secret("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"));
      }
    }
    assertThat(scalar)
        .isEqualTo(Hex.secret("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"));
  }

  /// RFC 7748 §6.1.
  @Test
  void agree_rfcDiffieHellman_givesTheSharedSecret() throws InvalidKeyException {
    String alice = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";
    String bob = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb";
    String shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742";
    AgreementKeyPair a = AgreementKeyPair.fromPrivateKey(Hex.secret(alice));
    AgreementKeyPair b = AgreementKeyPair.fromPrivateKey(Hex.secret(bob));
    assertThat(a.publicKey())
        .hasToString("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
    assertThat(b.publicKey())
        .hasToString("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
    assertThat(a.agree(b.publicKey())).isEqualTo(Hex.secret(shared));
    assertThat(b.agree(a.publicKey())).isEqualTo(Hex.secret(shared));
  }

  @Test
  void agree_pointOfSmallOrder_refuses() {
    AgreementKeyPair own = AgreementKeyPair.generate(new SeededRandom(1));
    for (String hex : SMALL_ORDER) {
      AgreementPublicKey key = AgreementPublicKey.fromBytes(Hex.bytes(hex));
      assertThatThrownBy(() -> own.agree(key)).isInstanceOf(InvalidKeyException.class);
      assertThatThrownBy(key::requireUsable).isInstanceOf(InvalidKeyException.class);
    }
  }

  /// p is a second spelling of 0: refused for its form before its order is looked at.
  @Test
  void requireUsable_thePrimeItself_isNotCanonical() {
    AgreementPublicKey prime =
        AgreementPublicKey.fromBytes(Hex.bytes("ed" + "ff".repeat(30) + "7f"));
    assertThatThrownBy(prime::requireUsable)
        .isInstanceOf(InvalidKeyException.class)
        .hasMessage("agreement key is not in canonical form");
  }

  @Test
  void equals_sameSeedAndAgreement_holds() {
    for (KeyAgreement agreement : KeyAgreement.values()) {
      AgreementKeyPair keys = AgreementKeyPair.generate(agreement, new SeededRandom(4));
      AgreementKeyPair same = AgreementKeyPair.fromSeed(agreement, keys.seed());
      AgreementKeyPair other = AgreementKeyPair.generate(agreement, new SeededRandom(5));
      assertThat(keys).isEqualTo(same).isNotEqualTo(other).isNotEqualTo(keys.publicKey());
      assertThat(keys).hasSameHashCodeAs(same).doesNotHaveSameHashCodeAs(other);
      assertThat(keys).hasToString("AgreementKeyPair[" + keys.publicKey() + "]");
      assertThat(keys.toString()).doesNotContain(Hex.of(keys.seed().expose()));
      assertThat(keys.publicKey()).isEqualTo(same.publicKey()).isNotEqualTo(other.publicKey());
      assertThat(keys.publicKey())
          .hasSameHashCodeAs(same.publicKey())
          .doesNotHaveSameHashCodeAs(other.publicKey());
    }
    SecretBytes seed = SecretBytes.random(32, new SeededRandom(6));
    assertThat(AgreementKeyPair.fromSeed(KeyAgreement.X25519, seed))
        .isNotEqualTo(AgreementKeyPair.fromSeed(KeyAgreement.X25519_MLKEM768, seed));
  }

  @Test
  void requireUsable_secondSpellingOfACoordinate_refuses() throws InvalidKeyException {
    AgreementPublicKey key = AgreementKeyPair.generate(new SeededRandom(2)).publicKey();
    key.requireUsable();
    byte[] respelt = key.bytes();
    respelt[31] |= (byte) 0x80;
    assertThatThrownBy(() -> AgreementPublicKey.fromBytes(respelt).requireUsable())
        .isInstanceOf(InvalidKeyException.class);
  }

  private static void checkAgreement(String scalar, String point, String result)
      throws InvalidKeyException {
    AgreementKeyPair keys = AgreementKeyPair.fromPrivateKey(Hex.secret(scalar));
    assertThat(keys.agree(AgreementPublicKey.fromBytes(Hex.bytes(point))))
        .isEqualTo(Hex.secret(result));
  }
}
