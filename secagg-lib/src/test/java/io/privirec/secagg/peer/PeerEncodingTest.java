package io.privirec.secagg.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PeerEncodingTest {
  private static final Digest CONTEXT = Digest.parse("11".repeat(32));
  private static final ParticipantId ANNA = new ParticipantId("a");
  private static final ParticipantId BERT = new ParticipantId("b");
  private static final ParticipantId CARL = new ParticipantId("c");

  private final SortedMap<ParticipantId, AgreementKeyPair> pairs = new TreeMap<>();
  private final SortedMap<ParticipantId, AgreementPublicKey> published = new TreeMap<>();
  private final PeerGroup group;

  PeerEncodingTest() {
    SortedMap<ParticipantId, PublicIdentityKey> members = new TreeMap<>();
    for (ParticipantId id : List.of(ANNA, BERT, CARL)) {
      members.put(id, IdentityKeyPair.fromSeed(seed(id, 1)).publicKey());
      pairs.put(id, AgreementKeyPair.fromSeed(KeyAgreement.X25519_MLKEM768, seed(id, 2)));
      published.put(id, pairs.get(id).publicKey());
    }
    group = new PeerGroup(CONTEXT, KeyAgreement.X25519_MLKEM768, members);
  }

  private static SecretBytes seed(ParticipantId id, int purpose) {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) (id.value().charAt(0) + purpose));
    return SecretBytes.copyOf(seed);
  }

  @Test
  void message_bytes_areFrozen() throws GeneralSecurityException {
    PeerMessage message =
        new PeerMessage(CONTEXT, BERT, 1, ByteString.copyOf(Hex.bytes("abcd")), repeated("44", 64));
    byte[] encoded =
        Hex.bytes(
            """
            01 50                   # version, type
            1111111111111111111111111111111111111111111111111111111111111111 # context
            01 62                   # sender b
            00000001                # step
            00000002 abcd           # body
            44444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444444 # signature
            """);
    assertThat(Hex.of(message.encode())).isEqualTo(Hex.of(encoded));
    assertThat(PeerMessage.decode(encoded)).isEqualTo(message);
    refusesCutsAndTails(encoded, PeerMessage::decode);
  }

  @Test
  void envelope_bytes_areFrozen() throws GeneralSecurityException {
    PeerEnvelope envelope =
        new PeerEnvelope(CONTEXT, ANNA, BERT, true, ByteString.copyOf(Hex.bytes("abcd")));
    byte[] encoded =
        Hex.bytes(
            """
            01 51                   # version, type
            1111111111111111111111111111111111111111111111111111111111111111 # context
            01 61 01 62             # from a to b
            01                      # sealed
            00000002 abcd           # content
            """);
    assertThat(Hex.of(envelope.encode())).isEqualTo(Hex.of(encoded));
    assertThat(PeerEnvelope.decode(encoded)).isEqualTo(envelope);
    refusesCutsAndTails(encoded, PeerEnvelope::decode);
  }

  /// The ciphertexts have 1,088 bytes each: the test compares their digests.
  @Test
  void encapsulations_bytes_areFrozen() throws GeneralSecurityException {
    Digest keys = PeerKeys.context(group, published);
    List<ByteString> ciphertexts = PeerKeys.encapsulate(ANNA, pairs.get(ANNA), published);
    byte[] encoded = new PeerEncapsulations(keys, ciphertexts).encode();

    assertThat(encoded).hasSize(2 + 32 + 2 * 1088);
    assertThat(PeerEncapsulations.bodyBytes(group, ANNA)).isEqualTo(encoded.length);
    assertThat(Hex.of(Arrays.copyOf(encoded, 34)))
        .isEqualTo(
            Hex.of(
                Hex.bytes(
                    """
                    01 52                   # version, type
                    1797cc5423d14a6f850ddcb71ea1419d2db1fb641605d04aaf101963a8fc842c # context of keys
                    """)));
    assertThat(ciphertexts)
        .extracting(each -> Digest.of(each.bytes()).hex())
        .containsExactly(
            "47e4dd7a9e32c1fcfefbdc71bc8887a8b78c8f4cefa3d564584351faa7931e93",
            "d3b7b2236434e0d110c1c1c085c43a1336c8ea199543754771ddae3fbefea084");
    PeerEncapsulations read = PeerEncapsulations.decode(group, ANNA, encoded);
    assertThat(read.to(group, ANNA, BERT)).isEqualTo(ciphertexts.get(0));
    assertThat(read.to(group, ANNA, CARL)).isEqualTo(ciphertexts.get(1));
    refusesCutsAndTails(encoded, bytes -> PeerEncapsulations.decode(group, ANNA, bytes));
    assertThat(PeerEncapsulations.bodyBytes(group, CARL)).isEqualTo(34);
  }

  @Test
  void keys_ofAHybridAgreement_areFrozenAndTheSameOnBothSides() throws GeneralSecurityException {
    PeerKeys ofAnna = PeerKeys.agree(group, ANNA, pairs.get(ANNA), published, new TreeMap<>());
    SortedMap<ParticipantId, ByteString> received = new TreeMap<>();
    received.put(ANNA, PeerKeys.encapsulate(ANNA, pairs.get(ANNA), published).get(0));
    PeerKeys ofBert = PeerKeys.agree(group, BERT, pairs.get(BERT), published, received);

    assertThat(
            Stream.of(
                    ofAnna.to(BERT),
                    ofAnna.from(BERT),
                    ofAnna.masks(1, CONTEXT).subtracted().get(0).key())
                .map(key -> Hex.of(key.expose())))
        .containsExactly(
            "1f1db4e458fbf8c71bc2f71e7bb036517501cad812f5e5a6575692275c9c31f7",
            "4d4ef21d650ce2bdb8785609ec701d266d18de4d64c3a3406fcf9ba66ad4353b",
            "1a0eb27b6e3f4b19ee3f26970fbffac8");
    assertThat(ofBert.from(ANNA)).isEqualTo(ofAnna.to(BERT));
    assertThat(ofBert.to(ANNA)).isEqualTo(ofAnna.from(BERT));
    assertThat(ofBert.masks(1, CONTEXT).added().get(0))
        .isEqualTo(ofAnna.masks(1, CONTEXT).subtracted().get(0));
  }

  private interface Decoder {
    Object decode(byte[] bytes) throws GeneralSecurityException;
  }

  private static void refusesCutsAndTails(byte[] encoded, Decoder decoder) {
    for (int length : new int[] {0, 1, 2, 33, encoded.length - 1, encoded.length + 1}) {
      assertThatThrownBy(() -> decoder.decode(Arrays.copyOf(encoded, length)))
          .isInstanceOf(GeneralSecurityException.class);
    }
  }

  private static ByteString repeated(String hex, int times) {
    return ByteString.copyOf(Hex.bytes(hex.repeat(times)));
  }
}
