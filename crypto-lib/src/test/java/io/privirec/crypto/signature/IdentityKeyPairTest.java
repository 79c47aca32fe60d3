package io.privirec.crypto.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import java.security.InvalidKeyException;
import org.junit.jupiter.api.Test;

class IdentityKeyPairTest {
  private static final byte[] MESSAGE = {1, 2, 3};

  /// RFC 8032 §7.1, tests 1 and 2.
  @Test
  void signBare_rfcVectors_givesTheirSignatures() {
    checkVector(
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            + "d25bf5f0595bbe24655141438e7a100b");
    checkVector(
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            + "387b2eaeb4302aeeb00d291612bb0c00");
  }

  @Test
  void sign_inOneDomain_verifiesInNoOther() {
    IdentityKeyPair keys = IdentityKeyPair.generate(new SeededRandom(1));
    for (SignatureDomain signed : SignatureDomain.values()) {
      byte[] signature = keys.sign(signed, MESSAGE);
      for (SignatureDomain checked : SignatureDomain.values()) {
        assertThat(keys.publicKey().verify(checked, MESSAGE, signature))
            .isEqualTo(signed == checked);
      }
      assertThat(keys.publicKey().verifyBare(MESSAGE, signature)).isFalse();
    }
  }

  @Test
  void verify_anyBitFlipped_fails() {
    IdentityKeyPair keys = IdentityKeyPair.generate(new SeededRandom(2));
    byte[] signature = keys.sign(SignatureDomain.RELEASE, MESSAGE);
    for (int bit = 0; bit < 8 * signature.length; bit++) {
      byte[] flipped = signature.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(keys.publicKey().verify(SignatureDomain.RELEASE, MESSAGE, flipped)).isFalse();
    }
    assertThat(keys.publicKey().verify(SignatureDomain.RELEASE, MESSAGE, new byte[0])).isFalse();
    assertThat(keys.publicKey().verify(SignatureDomain.RELEASE, new byte[] {1}, signature))
        .isFalse();
  }

  @Test
  void domains_noTag_startsAnother() {
    for (SignatureDomain one : SignatureDomain.values()) {
      for (SignatureDomain other : SignatureDomain.values()) {
        assertThat(one == other || !(one.tag() + "\0").startsWith(other.tag() + "\0")).isTrue();
      }
      assertThat(one.tag()).doesNotStartWith("eyJ");
    }
  }

  @Test
  void parse_base64Url_givesTheKeyBack() throws InvalidKeyException {
    PublicIdentityKey key = IdentityKeyPair.generate(new SeededRandom(3)).publicKey();
    assertThat(PublicIdentityKey.parse(key.base64Url()))
        .isEqualTo(key)
        .hasToString(key.base64Url());
  }

  @Test
  void parse_noValidKey_refuses() {
    String good = IdentityKeyPair.generate(new SeededRandom(4)).publicKey().base64Url();
    for (String bad : new String[] {"", "AA", good + "=", good.substring(1), "!" + good}) {
      assertThatThrownBy(() -> PublicIdentityKey.parse(bad))
          .isInstanceOf(InvalidKeyException.class);
    }
  }

  @Test
  void fromBytes_pointOfSmallOrder_refuses() {
    String[] smallOrder = {
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000000",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
    };
    for (String hex : smallOrder) {
      byte[] bytes = Hex.bytes(hex);
      assertThatThrownBy(() -> PublicIdentityKey.fromBytes(bytes))
          .isInstanceOf(InvalidKeyException.class);
    }
  }

  @Test
  void toString_ofAKeyPair_showsNoSeed() {
    IdentityKeyPair keys = IdentityKeyPair.generate(new SeededRandom(5));
    assertThat(keys.toString()).doesNotContain(Hex.of(keys.seed().expose()));
    assertThat(IdentityKeyPair.fromSeed(keys.seed())).isEqualTo(keys);
  }

  private static void checkVector(String seed, String publicKey, String message, String signature) {
    IdentityKeyPair keys = IdentityKeyPair.fromSeed(Hex.secret(seed));
    assertThat(Hex.of(keys.publicKey().bytes())).isEqualTo(publicKey);
    assertThat(Hex.of(keys.signBare(Hex.bytes(message)))).isEqualTo(signature);
    assertThat(keys.publicKey().verifyBare(Hex.bytes(message), Hex.bytes(signature))).isTrue();
  }
}
