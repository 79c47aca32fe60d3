package io.privirec.crypto.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class SharedSecretProofTest {
  private static final byte[] LABEL = {1, 2, 3};

  private final SecureRandom random = new SeededRandom(1);
  private final AgreementKeyPair prover = AgreementKeyPair.generate(random);
  private final AgreementKeyPair peer = AgreementKeyPair.generate(random);
  private final SharedSecretProof proof = SharedSecretProof.of(prover, peer.publicKey(), LABEL);

  /// RFC 7748 §6.1.
  @Test
  void verify_keysOfTheRfc_givesItsSecret() throws GeneralSecurityException {
    AgreementKeyPair alice =
        pair("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    AgreementKeyPair bob = pair("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
    assertThat(Hex.of(proven(alice, bob.publicKey()).expose()))
        .isEqualTo("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
  }

  @Test
  void verify_proofOfEitherSide_givesTheSecretOfTheAgreement() throws GeneralSecurityException {
    for (int i = 0; i < 40; i++) {
      AgreementKeyPair one = AgreementKeyPair.generate(random);
      AgreementKeyPair other = AgreementKeyPair.generate(random);
      SecretBytes agreed = one.agree(other.publicKey());
      assertThat(proven(one, other.publicKey())).isEqualTo(agreed);
      assertThat(proven(other, one.publicKey())).isEqualTo(agreed);
    }
  }

  /// A peer may add a point of small order to its key; X25519 multiplies it away, and so does this.
  @Test
  void verify_peerKeyWithTorsion_givesTheSecretOfTheAgreement() throws GeneralSecurityException {
    int usable = 0;
    for (int u = 2; u < 64; u++) {
      AgreementPublicKey anyPoint =
          AgreementPublicKey.fromBytes(Hex.bytes("%02x".formatted(u) + "00".repeat(31)));
      if (isUsable(anyPoint)) {
        assertThat(proven(prover, anyPoint)).isEqualTo(prover.agree(anyPoint));
        usable++;
      }
    }
    assertThat(usable).as("of the others the points are on the twist").isBetween(15, 47);
  }

  @Test
  void of_sameKeysAndLabel_repeatsItself() {
    assertThat(SharedSecretProof.of(prover, peer.publicKey(), LABEL)).isEqualTo(proof);
  }

  @Test
  void verify_anyByteChanged_isRefused() {
    for (int at = 0; at < SharedSecretProof.SIZE_BYTES; at++) {
      for (int bit : new int[] {0x01, 0x80}) {
        byte[] forged = proof.bytes().bytes();
        forged[at] ^= (byte) bit;
        refused(forged, prover.publicKey(), peer.publicKey(), LABEL);
      }
    }
  }

  @Test
  void verify_ofOtherKeysOrLabel_isRefused() {
    byte[] bytes = proof.bytes().bytes();
    AgreementPublicKey third = AgreementKeyPair.generate(random).publicKey();
    refused(bytes, third, peer.publicKey(), LABEL);
    refused(bytes, prover.publicKey(), third, LABEL);
    refused(bytes, peer.publicKey(), prover.publicKey(), LABEL);
    refused(bytes, prover.publicKey(), peer.publicKey(), new byte[] {1, 2});
  }

  /// A secret of the prover's choice with the proof for another one: the shared point is hashed.
  @Test
  void verify_secretOfAnotherPair_isRefused() {
    AgreementKeyPair third = AgreementKeyPair.generate(random);
    byte[] forged = proof.bytes().bytes();
    byte[] others = SharedSecretProof.of(prover, third.publicKey(), LABEL).bytes().bytes();
    System.arraycopy(others, 0, forged, 0, 32);
    refused(forged, prover.publicKey(), peer.publicKey(), LABEL);
    System.arraycopy(proof.bytes().bytes(), 0, others, 0, 32);
    refused(others, prover.publicKey(), peer.publicKey(), LABEL);
  }

  /// Points of small order and the point at infinity prove nothing.
  @Test
  void verify_trivialPointsAndZeros_areRefused() {
    for (String shared : new String[] {"00".repeat(32), "01" + "00".repeat(31)}) {
      byte[] forged = new byte[SharedSecretProof.SIZE_BYTES];
      System.arraycopy(Hex.bytes(shared), 0, forged, 0, 32);
      refused(forged, prover.publicKey(), peer.publicKey(), LABEL);
      AgreementPublicKey small = AgreementPublicKey.fromBytes(Hex.bytes(shared));
      refused(forged, small, peer.publicKey(), LABEL);
      refused(forged, prover.publicKey(), small, LABEL);
    }
  }

  /// The response is below the order: no proof has a second spelling.
  @Test
  void verify_responsePlusTheOrder_isRefused() {
    byte[] order = Hex.bytes("edd3f55c1a631258d69cf7a2def9de14" + "00".repeat(15) + "10");
    byte[] forged = proof.bytes().bytes();
    int carry = 0;
    for (int i = 0; i < 32; i++) {
      int sum = (forged[64 + i] & 0xFF) + (order[i] & 0xFF) + carry;
      forged[64 + i] = (byte) sum;
      carry = sum >>> 8;
    }
    refused(forged, prover.publicKey(), peer.publicKey(), LABEL);
  }

  @Test
  void proof_ofTheWrongSizeOrAgreement_isNoProof() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedSecretProof(ByteString.copyOf(new byte[95])))
        .withMessageContaining("96");
    AgreementKeyPair hybrid = AgreementKeyPair.generate(KeyAgreement.X25519_MLKEM768, random);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SharedSecretProof.of(hybrid, hybrid.publicKey(), LABEL));
  }

  @Test
  void proof_bytes_holdNoPrivateKey() {
    assertThat(Hex.of(proof.bytes().bytes()))
        .doesNotContain(Hex.of(prover.privateKey().expose()))
        .doesNotContain(Hex.of(peer.privateKey().expose()));
  }

  private static SecretBytes proven(AgreementKeyPair prover, AgreementPublicKey peer)
      throws GeneralSecurityException {
    return SharedSecretProof.of(prover, peer, LABEL).verify(prover.publicKey(), peer, LABEL);
  }

  private static AgreementKeyPair pair(String privateKey) {
    return AgreementKeyPair.fromPrivateKey(SecretBytes.copyOf(Hex.bytes(privateKey)));
  }

  private static boolean isUsable(AgreementPublicKey key) {
    try {
      key.requireUsable();
      return true;
    } catch (InvalidKeyException e) {
      return false;
    }
  }

  private static void refused(
      byte[] proof, AgreementPublicKey prover, AgreementPublicKey peer, byte[] label) {
    assertThatThrownBy(
            () -> new SharedSecretProof(ByteString.copyOf(proof)).verify(prover, peer, label))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessage("proof of a shared secret is not valid");
  }
}
