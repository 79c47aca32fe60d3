package io.privirec.crypto.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import java.security.InvalidKeyException;
import org.junit.jupiter.api.Test;

class IdentityKeyPairTest {
  private static final byte[] MESSAGE = {1, 2, 3};

  /// RFC 8032 §7.1: the tests 1, 2, 3 and SHA(abc).
  @Test
  void signBare_rfcVectors_givesTheirSignatures() {
    checkVector(
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
    checkVector(
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
    checkVector(
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
    checkVector(
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
            + "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704");
  }

  /// RFC 8032 §7.1, test 1024.
  @Test
  void signBare_rfcVectorOfManyBlocks_givesItsSignature() {
    String message =
        """
        08b8b2b733424243760fe426a4b54908632110a66c2f6591eabd3345e3e4eb98fa6e264bf09efe12
        ee50f8f54e9f77b1e355f6c50544e23fb1433ddf73be84d879de7c0046dc4996d9e773f4bc9efe57
        38829adb26c81b37c93a1b270b20329d658675fc6ea534e0810a4432826bf58c941efb65d57a338b
        bd2e26640f89ffbc1a858efcb8550ee3a5e1998bd177e93a7363c344fe6b199ee5d02e82d522c4fe
        ba15452f80288a821a579116ec6dad2b3b310da903401aa62100ab5d1a36553e06203b33890cc9b8
        32f79ef80560ccb9a39ce767967ed628c6ad573cb116dbefefd75499da96bd68a8a97b928a8bbc10
        3b6621fcde2beca1231d206be6cd9ec7aff6f6c94fcd7204ed3455c68c83f4a41da4af2b74ef5c53
        f1d8ac70bdcb7ed185ce81bd84359d44254d95629e9855a94a7c1958d1f8ada5d0532ed8a5aa3fb2
        d17ba70eb6248e594e1a2297acbbb39d502f1a8c6eb6f1ce22b3de1a1f40cc24554119a831a9aad6
        079cad88425de6bde1a9187ebb6092cf67bf2b13fd65f27088d78b7e883c8759d2c4f5c65adb7553
        878ad575f9fad878e80a0c9ba63bcbcc2732e69485bbc9c90bfbd62481d9089beccf80cfe2df16a2
        cf65bd92dd597b0707e0917af48bbb75fed413d238f5555a7a569d80c3414a8d0859dc65a46128ba
        b27af87a71314f318c782b23ebfe808b82b0ce26401d2e22f04d83d1255dc51addd3b75a2b1ae078
        4504df543af8969be3ea7082ff7fc9888c144da2af58429ec96031dbcad3dad9af0dcbaaaf268cb8
        fcffead94f3c7ca495e056a9b47acdb751fb73e666c6c655ade8297297d07ad1ba5e43f1bca32301
        651339e22904cc8c42f58c30c04aafdb038dda0847dd988dcda6f3bfd15c4b4c4525004aa06eeff8
        ca61783aacec57fb3d1f92b0fe2fd1a85f6724517b65e614ad6808d6f6ee34dff7310fdc82aebfd9
        04b01e1dc54b2927094b2db68d6f903b68401adebf5a7e08d78ff4ef5d63653a65040cf9bfd4aca7
        984a74d37145986780fc0b16ac451649de6188a7dbdf191f64b5fc5e2ab47b57f7f7276cd419c17a
        3ca8e1b939ae49e488acba6b965610b5480109c8b17b80e1b7b750dfc7598d5d5011fd2dcc5600a3
        2ef5b52a1ecc820e308aa342721aac0943bf6686b64b2579376504ccc493d97e6aed3fb0f9cd71a4
        3dd497f01f17c0e2cb3797aa2a2f256656168e6c496afc5fb93246f6b1116398a346f1a641f3b041
        e989f7914f90cc2c7fff357876e506b50d334ba77c225bc307ba537152f3f1610e4eafe595f6d9d9
        0d11faa933a15ef1369546868a7f3a45a96768d40fd9d03412c091c6315cf4fde7cb68606937380d
        b2eaaa707b4c4185c32eddcdd306705e4dc1ffc872eeee475a64dfac86aba41c0618983f8741c5ef
        68d3a101e8a3b8cac60c905c15fc910840b94c00a0b9d0
        """;
    checkVector(
        "f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5",
        "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e",
        message,
        "0aab4c900501b3e24d7cdf4663326a3a87df5e4843b2cbdb67cbf6e460fec350"
            + "aa5371b1508f9f4528ecea23c436d94b5e8fcd4f681e30a6ac00a9704a188a03");
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

  /// The bytes that are signed: tag, a zero byte, message.
  @Test
  void sign_inADomain_signsItsTagAZeroByteAndTheMessage() {
    IdentityKeyPair keys = IdentityKeyPair.generate(new SeededRandom(6));
    byte[] framed = Hex.bytes("70726976697265632f76312f72656c65617365 00 010203");
    assertThat(keys.sign(SignatureDomain.RELEASE, MESSAGE)).isEqualTo(keys.signBare(framed));
    assertThat(SignatureDomain.RELEASE.tag()).isEqualTo("privirec/v1/release");
  }

  @Test
  void equals_sameKey_holds() {
    IdentityKeyPair keys = IdentityKeyPair.generate(new SeededRandom(7));
    IdentityKeyPair same = IdentityKeyPair.fromSeed(keys.seed());
    IdentityKeyPair other = IdentityKeyPair.generate(new SeededRandom(8));
    assertThat(keys).isEqualTo(same).isNotEqualTo(other).isNotEqualTo(keys.publicKey());
    assertThat(keys).hasSameHashCodeAs(same).doesNotHaveSameHashCodeAs(other);
    assertThat(keys).hasToString("IdentityKeyPair[" + keys.publicKey() + "]");
    assertThat(keys.toString()).doesNotContain(Hex.of(keys.seed().expose()));
    assertThat(keys.publicKey()).isEqualTo(same.publicKey()).isNotEqualTo(other.publicKey());
    assertThat(keys.publicKey())
        .hasSameHashCodeAs(same.publicKey())
        .doesNotHaveSameHashCodeAs(other.publicKey());
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

  private static void checkVector(String seed, String publicKey, String message, String signature) {
    IdentityKeyPair keys = IdentityKeyPair.fromSeed(Hex.secret(seed));
    assertThat(Hex.of(keys.publicKey().bytes())).isEqualTo(publicKey);
    assertThat(Hex.of(keys.signBare(Hex.bytes(message)))).isEqualTo(signature);
    assertThat(keys.publicKey().verifyBare(Hex.bytes(message), Hex.bytes(signature))).isTrue();
  }
}
