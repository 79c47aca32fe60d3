package io.privirec.crypto.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.DecapsulateException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HybridAgreementTest {
  private static final byte[] LABEL = "a purpose".getBytes(StandardCharsets.US_ASCII);

  @Test
  void keyAgreement_codesAndSizes_areThoseOfTheEncoding() {
    assertThat(KeyAgreement.X25519.wireCode()).isEqualTo(1);
    assertThat(KeyAgreement.X25519.publicKeyBytes()).isEqualTo(32);
    assertThat(KeyAgreement.X25519.encapsulationBytes()).isZero();
    assertThat(KeyAgreement.X25519_MLKEM768.wireCode()).isEqualTo(2);
    assertThat(KeyAgreement.X25519_MLKEM768.publicKeyBytes()).isEqualTo(1216);
    assertThat(KeyAgreement.X25519_MLKEM768.encapsulationBytes()).isEqualTo(1088);
    for (KeyAgreement agreement : KeyAgreement.values()) {
      assertThat(KeyAgreement.ofWireCode(agreement.wireCode())).isEqualTo(agreement);
    }
    assertThatThrownBy(() -> KeyAgreement.ofWireCode(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KeyAgreement.ofWireCode(3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void accept_whatThePeerInitiated_givesItsSecret() throws GeneralSecurityException {
    for (KeyAgreement agreement : KeyAgreement.values()) {
      for (long seed = 0; seed < 50; seed++) {
        AgreementKeyPair initiator = keys(agreement, 2 * seed);
        AgreementKeyPair acceptor = keys(agreement, 2 * seed + 1);
        Initiated initiated = initiator.initiate(acceptor.publicKey(), LABEL);
        assertThat(initiated.encapsulation().sizeBytes()).isEqualTo(agreement.encapsulationBytes());
        assertThat(initiated.secret().sizeBytes()).isEqualTo(32);
        assertThat(acceptor.accept(initiator.publicKey(), initiated.encapsulation()))
            .isEqualTo(initiated.secret());
      }
    }
  }

  @Test
  void initiateAndAccept_x25519Alone_giveThePlainAgreement() throws GeneralSecurityException {
    AgreementKeyPair one = keys(KeyAgreement.X25519, 1);
    AgreementKeyPair other = keys(KeyAgreement.X25519, 2);
    SecretBytes plain = one.agree(other.publicKey());
    assertThat(one.initiate(other.publicKey(), LABEL).secret()).isEqualTo(plain);
    assertThat(one.accept(other.publicKey(), none())).isEqualTo(plain);
    assertThat(other.initiate(one.publicKey(), LABEL).secret()).isEqualTo(plain);
  }

  /// What the coordinator does with a seed put together from its shares.
  @Test
  void fromSeed_ofALostParticipant_recomputesItsSecretsFromEitherSide()
      throws GeneralSecurityException {
    for (KeyAgreement agreement : KeyAgreement.values()) {
      AgreementKeyPair lost = keys(agreement, 3);
      AgreementKeyPair peer = keys(agreement, 4);
      Initiated initiated = lost.initiate(peer.publicKey(), LABEL);
      Initiated received = peer.initiate(lost.publicKey(), LABEL);
      AgreementKeyPair again =
          AgreementKeyPair.fromSeed(agreement, SecretBytes.copyOf(lost.seed().expose()));
      assertThat(again).isEqualTo(lost);
      assertThat(again.publicKey()).isEqualTo(lost.publicKey());
      assertThat(again.initiate(peer.publicKey(), LABEL)).isEqualTo(initiated);
      assertThat(again.accept(peer.publicKey(), received.encapsulation()))
          .isEqualTo(received.secret());
    }
  }

  /// The randomness of an encapsulation must never serve for two: another seed, peer or label
  /// changes all of the ciphertext, not a part of it.
  @Test
  void initiate_anotherSeedPeerOrLabel_sharesNoCiphertextBlock() throws GeneralSecurityException {
    AgreementKeyPair own = keys(KeyAgreement.X25519_MLKEM768, 5);
    AgreementKeyPair peer = keys(KeyAgreement.X25519_MLKEM768, 6);
    List<Initiated> all = new ArrayList<>();
    all.add(own.initiate(peer.publicKey(), LABEL));
    all.add(own.initiate(peer.publicKey(), new byte[0]));
    all.add(own.initiate(keys(KeyAgreement.X25519_MLKEM768, 7).publicKey(), LABEL));
    all.add(own.initiate(withX25519Of(peer, keys(KeyAgreement.X25519_MLKEM768, 8)), LABEL));
    all.add(keys(KeyAgreement.X25519_MLKEM768, 9).initiate(peer.publicKey(), LABEL));
    for (int one = 0; one < all.size(); one++) {
      for (int other = 0; other < one; other++) {
        assertThat(all.get(one).secret()).isNotEqualTo(all.get(other).secret());
        byte[] left = all.get(one).encapsulation().bytes();
        byte[] right = all.get(other).encapsulation().bytes();
        for (int block = 0; block < left.length; block += 32) {
          assertThat(ByteBuffer.wrap(left, block, 32))
              .isNotEqualTo(ByteBuffer.wrap(right, block, 32));
        }
      }
    }
  }

  /// Known answer, computed here step by step from the definition in [AgreementKeyPair] with the
  /// platform's HMAC instead of its HKDF.
  @Test
  void initiate_fixedSeeds_followsTheDefinition() throws GeneralSecurityException {
    SecretBytes seed = Hex.secret("00".repeat(31) + "01");
    AgreementKeyPair own = AgreementKeyPair.fromSeed(KeyAgreement.X25519_MLKEM768, seed);
    AgreementKeyPair peer =
        AgreementKeyPair.fromSeed(KeyAgreement.X25519_MLKEM768, Hex.secret("00".repeat(31) + "02"));
    AgreementKeyPair scalar =
        AgreementKeyPair.fromPrivateKey(
            hkdf(seed.expose(), ascii("privirec/v1/agreement/x25519"), 32));
    MlKem768 mlKem =
        MlKem768.fromSeed(hkdf(seed.expose(), ascii("privirec/v1/agreement/ml-kem-768"), 64));
    assertThat(own.publicKey().bytes())
        .isEqualTo(joined(scalar.publicKey().bytes(), mlKem.encapsulationKey()));
    Initiated encapsulated =
        MlKem768.encapsulate(
            peer.publicKey().mlKem(),
            hkdf(
                seed.expose(),
                joined(
                    ascii("privirec/v1/agreement/encapsulation"),
                    Digest.of(peer.publicKey().bytes()).bytes(),
                    LABEL),
                32));
    SecretBytes classical = scalar.agree(AgreementPublicKey.fromBytes(peer.publicKey().x25519()));
    SecretBytes secret =
        hkdf(
            joined(classical.expose(), encapsulated.secret().expose()),
            joined(
                ascii("privirec/v1/agreement/x25519-ml-kem-768"),
                encapsulated.encapsulation().bytes(),
                own.publicKey().bytes(),
                peer.publicKey().bytes()),
            32);
    assertThat(own.initiate(peer.publicKey(), LABEL))
        .isEqualTo(new Initiated(secret, encapsulated.encapsulation()));
  }

  @Test
  void accept_changedEncapsulation_givesAnotherSecretAndNoError() throws GeneralSecurityException {
    AgreementKeyPair initiator = keys(KeyAgreement.X25519_MLKEM768, 10);
    AgreementKeyPair acceptor = keys(KeyAgreement.X25519_MLKEM768, 11);
    Initiated initiated = initiator.initiate(acceptor.publicKey(), LABEL);
    byte[] changed = initiated.encapsulation().bytes();
    changed[1087] ^= 1;
    assertThat(acceptor.accept(initiator.publicKey(), ByteString.copyOf(changed)))
        .isNotEqualTo(initiated.secret());
  }

  /// Whoever relays an encapsulation under its own key shares no secret with either end.
  @Test
  void accept_encapsulationUnderAnotherKey_givesAnotherSecret() throws GeneralSecurityException {
    AgreementKeyPair initiator = keys(KeyAgreement.X25519_MLKEM768, 12);
    AgreementKeyPair acceptor = keys(KeyAgreement.X25519_MLKEM768, 13);
    AgreementKeyPair third = keys(KeyAgreement.X25519_MLKEM768, 14);
    Initiated initiated = initiator.initiate(acceptor.publicKey(), LABEL);
    assertThat(acceptor.accept(withX25519Of(third, initiator), initiated.encapsulation()))
        .isNotEqualTo(initiated.secret());
    assertThat(acceptor.accept(third.publicKey(), initiated.encapsulation()))
        .isNotEqualTo(initiated.secret());
    assertThat(third.accept(initiator.publicKey(), initiated.encapsulation()))
        .isNotEqualTo(initiated.secret());
  }

  @Test
  void initiateAndAccept_x25519PartOfSmallOrder_refuse() {
    AgreementKeyPair own = keys(KeyAgreement.X25519_MLKEM768, 15);
    byte[] zeroPoint = keys(KeyAgreement.X25519_MLKEM768, 16).publicKey().bytes();
    Arrays.fill(zeroPoint, 0, 32, (byte) 0);
    AgreementPublicKey peer = AgreementPublicKey.fromBytes(KeyAgreement.X25519_MLKEM768, zeroPoint);
    assertThatThrownBy(peer::requireUsable).isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> own.initiate(peer, LABEL)).isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> own.accept(peer, ByteString.copyOf(new byte[1088])))
        .isInstanceOf(InvalidKeyException.class);
  }

  /// FIPS 203 §7.2: a coefficient of 4,095 is not reduced modulo 3,329.
  @Test
  void requireUsable_mlKemPartThatIsNotReduced_refuses() throws InvalidKeyException {
    AgreementKeyPair own = keys(KeyAgreement.X25519_MLKEM768, 17);
    own.publicKey().requireUsable();
    byte[] bytes = own.publicKey().bytes();
    bytes[32] = (byte) 0xFF;
    bytes[33] |= 0x0F;
    AgreementPublicKey key = AgreementPublicKey.fromBytes(KeyAgreement.X25519_MLKEM768, bytes);
    assertThatThrownBy(key::requireUsable).isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> own.initiate(key, LABEL)).isInstanceOf(InvalidKeyException.class);
  }

  @Test
  void initiateAndAccept_keyOfTheOtherAgreement_refuse() {
    AgreementKeyPair hybrid = keys(KeyAgreement.X25519_MLKEM768, 18);
    AgreementKeyPair plain = keys(KeyAgreement.X25519, 19);
    assertThatThrownBy(() -> hybrid.initiate(plain.publicKey(), LABEL))
        .isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> plain.initiate(hybrid.publicKey(), LABEL))
        .isInstanceOf(InvalidKeyException.class);
    assertThatThrownBy(() -> plain.accept(hybrid.publicKey(), none()))
        .isInstanceOf(InvalidKeyException.class);
  }

  @Test
  void accept_encapsulationOfAnotherSize_refuses() {
    AgreementKeyPair hybrid = keys(KeyAgreement.X25519_MLKEM768, 20);
    AgreementKeyPair plain = keys(KeyAgreement.X25519, 21);
    assertThatThrownBy(() -> hybrid.accept(hybrid.publicKey(), none()))
        .isInstanceOf(DecapsulateException.class);
    assertThatThrownBy(() -> plain.accept(plain.publicKey(), ByteString.copyOf(new byte[1])))
        .isInstanceOf(DecapsulateException.class);
  }

  @Test
  void fromBytes_anotherSize_refuses() {
    assertThatThrownBy(
            () -> AgreementPublicKey.fromBytes(KeyAgreement.X25519_MLKEM768, new byte[32]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AgreementPublicKey.fromBytes(KeyAgreement.X25519, new byte[1216]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void agree_hybridPair_refusesForWantOfADirection() {
    AgreementKeyPair hybrid = keys(KeyAgreement.X25519_MLKEM768, 22);
    assertThatThrownBy(() -> hybrid.agree(hybrid.publicKey()))
        .isInstanceOf(IllegalStateException.class);
  }

  private static AgreementKeyPair keys(KeyAgreement agreement, long seed) {
    return AgreementKeyPair.generate(agreement, new SeededRandom(seed));
  }

  /// The ML-KEM part of one pair behind the X25519 part of another.
  private static AgreementPublicKey withX25519Of(AgreementKeyPair mlKem, AgreementKeyPair x25519) {
    return AgreementPublicKey.fromBytes(
        KeyAgreement.X25519_MLKEM768,
        joined(x25519.publicKey().x25519(), mlKem.publicKey().mlKem()));
  }

  private static ByteString none() {
    return ByteString.copyOf(new byte[0]);
  }

  private static SecretBytes hkdf(byte[] keyMaterial, byte[] info, int sizeBytes)
      throws GeneralSecurityException {
    byte[] pseudorandomKey = hmac(new byte[32], keyMaterial);
    byte[] first = hmac(pseudorandomKey, joined(info, new byte[] {1}));
    byte[] second = hmac(pseudorandomKey, joined(first, info, new byte[] {2}));
    return SecretBytes.copyOf(Arrays.copyOf(joined(first, second), sizeBytes));
  }

  private static byte[] hmac(byte[] key, byte[] message) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(message);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] joined(byte[]... parts) {
    ByteBuffer out = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(p -> p.length).sum());
    for (byte[] part : parts) {
      out.put(part);
    }
    return out.array();
  }
}
