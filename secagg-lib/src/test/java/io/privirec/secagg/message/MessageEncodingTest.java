package io.privirec.secagg.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.SharedSecretProof;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The bytes of every message, frozen: a change here is another version of the protocol.
class MessageEncodingTest {
  private static final Digest CONTEXT = Digest.parse("11".repeat(32));
  private static final ParticipantId ALICE = new ParticipantId("alice");
  private static final ParticipantId BOB = new ParticipantId("bob");
  private static final ParticipantId CAROL = new ParticipantId("carol");

  private static final String C = "11".repeat(32) + " # context\n";
  private static final String ALICE_HEX = "05 616c696365 # alice\n";
  private static final String BOB_HEX = "03 626f62 # bob\n";
  private static final String CAROL_HEX = "05 6361726f6c # carol\n";

  private static final String ADVERTISEMENT_HEX =
      "01 01 # version, type\n"
          + C
          + ALICE_HEX
          + "00000020 "
          + "22".repeat(32)
          + "# mask key\n"
          + "01 00000020 "
          + "33".repeat(32)
          + "# channel key\n"
          + "01 "
          + "ab".repeat(32)
          + "# seed commitment\n"
          + "44".repeat(64)
          + "# signature\n";

  @Test
  void keyAdvertisement_bytes_areFrozen() throws GeneralSecurityException {
    checkParticipant(advertisement(), ADVERTISEMENT_HEX);
  }

  @Test
  void keyAdvertisement_ofAClosedRound_bytesAreFrozen() throws GeneralSecurityException {
    checkParticipant(
        new KeyAdvertisement(
            CONTEXT,
            ALICE,
            AgreementPublicKey.fromBytes(Hex.bytes("22".repeat(32))),
            Optional.empty(),
            Optional.empty(),
            repeated("44", 64)),
        "01 01 # version, type\n"
            + C
            + ALICE_HEX
            + "00000020 "
            + "22".repeat(32)
            + "# mask key\n00 # no channel key\n00 # no seed commitment\n"
            + "44".repeat(64)
            + "# signature\n");
  }

  @Test
  void sentEncapsulations_bytes_areFrozen() throws GeneralSecurityException {
    TreeMap<ParticipantId, MaskEncapsulation> byRecipient = new TreeMap<>();
    byRecipient.put(CAROL, encapsulation("e0e1"));
    byRecipient.put(BOB, encapsulation("e2"));
    checkParticipant(
        new SentEncapsulations(CONTEXT, ALICE, byRecipient),
        "01 07 # version, type\n"
            + C
            + ALICE_HEX
            + "0002 # recipients\n"
            + BOB_HEX
            + "00000001 e2 # encapsulation\n"
            + "44".repeat(64)
            + "# signature\n"
            + CAROL_HEX
            + "00000002 e0e1\n"
            + "44".repeat(64));
  }

  @Test
  void deliveredEncapsulations_bytes_areFrozen() throws GeneralSecurityException {
    TreeMap<ParticipantId, MaskEncapsulation> bySender = new TreeMap<>();
    bySender.put(ALICE, encapsulation("e0e1"));
    checkCoordinator(
        new DeliveredEncapsulations(CONTEXT, BOB, bySender),
        "01 17 # version, type\n"
            + C
            + BOB_HEX
            + "0001 # senders\n"
            + ALICE_HEX
            + "00000002 e0e1 # encapsulation\n"
            + "44".repeat(64));
  }

  @Test
  void encryptedShares_bytes_areFrozen() throws GeneralSecurityException {
    TreeMap<ParticipantId, ShareEnvelope> byRecipient = new TreeMap<>();
    byRecipient.put(CAROL, envelope("e0e1", "66"));
    byRecipient.put(BOB, envelope("", "55"));
    checkParticipant(
        new EncryptedShares(CONTEXT, ALICE, byRecipient),
        "01 02 # version, type\n"
            + C
            + ALICE_HEX
            + "0002 # recipients\n"
            + BOB_HEX
            + "00000000 00000000 # no encapsulations\n"
            + "55".repeat(92)
            + "44".repeat(64)
            + CAROL_HEX
            + "00000002 e0e1 00000001 f0 # encapsulations for mask and channel\n"
            + "66".repeat(92)
            + "44".repeat(64));
  }

  @Test
  void shareComplaint_bytes_areFrozen() throws GeneralSecurityException {
    checkParticipant(
        new ShareComplaint(
            CONTEXT, ALICE, new TreeMap<>(Map.of(BOB, new SharedSecretProof(repeated("88", 96))))),
        "01 08 # version, type\n" + C + ALICE_HEX + "0001 # accused\n" + BOB_HEX + "88".repeat(96));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ShareComplaint(CONTEXT, ALICE, new TreeMap<>()));
  }

  @Test
  void maskedInputCommitment_bytes_areFrozen() throws GeneralSecurityException {
    checkParticipant(
        new MaskedInputCommitment(
            CONTEXT, ALICE, Digest.parse("77".repeat(32)), repeated("44", 64)),
        "01 03 # version, type\n"
            + C
            + ALICE_HEX
            + "77".repeat(32)
            + "# root\n"
            + "44".repeat(64)
            + "# signature\n");
  }

  @Test
  void unmaskAnswer_bytes_areFrozen() throws GeneralSecurityException {
    checkParticipant(
        new UnmaskAnswer(
            CONTEXT,
            BOB,
            List.of(
                new Reveal.SelfMaskShare(ALICE, Hex.secret("88".repeat(32))),
                new Reveal.MaskKeyShare(CAROL, Hex.secret("99".repeat(32))))),
        "01 05 # version, type\n"
            + C
            + BOB_HEX
            + "0002 # reveals\n"
            + ALICE_HEX
            + "01 # of the self mask\n"
            + "88".repeat(32)
            + CAROL_HEX
            + "02 # of the mask key\n"
            + "99".repeat(32));
  }

  @Test
  void advertisedKeys_bytes_areFrozen() throws GeneralSecurityException {
    checkCoordinator(
        new AdvertisedKeys(CONTEXT, List.of(advertisement())),
        "01 11 # version, type\n"
            + C
            + "0001 # advertisements\n000000d2 # bytes\n"
            + ADVERTISEMENT_HEX);
  }

  @Test
  void deliveredShares_bytes_areFrozen() throws GeneralSecurityException {
    TreeMap<ParticipantId, ShareEnvelope> bySender = new TreeMap<>();
    bySender.put(ALICE, envelope("", "55"));
    checkCoordinator(
        new DeliveredShares(CONTEXT, BOB, bySender),
        "01 12 # version, type\n"
            + C
            + BOB_HEX
            + "0001 # senders\n"
            + ALICE_HEX
            + "00000000 00000000 # no encapsulations\n"
            + "55".repeat(92)
            + "44".repeat(64));
  }

  @Test
  void unmaskRequest_bytes_areFrozen() throws GeneralSecurityException {
    checkCoordinator(
        new UnmaskRequest(
            CONTEXT,
            new TreeSet<>(List.of(CAROL, ALICE)),
            new TreeMap<>(Map.of(ALICE, repeated("44", 64)))),
        "01 15 # version, type\n"
            + C
            + "0002 # survivors\n"
            + ALICE_HEX
            + CAROL_HEX
            + "0001 # signatures\n"
            + ALICE_HEX
            + "44".repeat(64));
  }

  @Test
  void survivorList_bytes_areFrozen() throws GeneralSecurityException {
    checkCoordinator(
        new SurvivorList(CONTEXT, new TreeSet<>(List.of(CAROL, ALICE))),
        "01 14 # version, type\n" + C + "0002 # survivors\n" + ALICE_HEX + CAROL_HEX);
  }

  @Test
  void survivorSignature_bytes_areFrozen() throws GeneralSecurityException {
    checkParticipant(
        new SurvivorSignature(CONTEXT, BOB, Digest.parse("77".repeat(32)), repeated("44", 64)),
        "01 04 # version, type\n"
            + C
            + BOB_HEX
            + "77".repeat(32)
            + "# survivors\n"
            + "44".repeat(64)
            + "# signature\n");
  }

  @Test
  void seeds_bytes_areFrozen() throws GeneralSecurityException {
    checkParticipant(
        new SeedReveal(CONTEXT, BOB, repeated("77", 32)),
        "01 06 # version, type\n" + C + BOB_HEX + "77".repeat(32));
    checkCoordinator(
        new RevealedSeeds(CONTEXT, new TreeMap<>(Map.of(BOB, repeated("77", 32)))),
        "01 16 # version, type\n" + C + "0001 # seeds\n" + BOB_HEX + "77".repeat(32));
  }

  @Test
  void seedCommitment_anyInputChanged_differs() {
    ByteString seed = repeated("77", 32);
    assertThat(
            List.of(
                SeedReveal.commitment(CONTEXT, BOB, seed),
                SeedReveal.commitment(CONTEXT, ALICE, seed),
                SeedReveal.commitment(CONTEXT, BOB, repeated("78", 32)),
                SeedReveal.commitment(Digest.parse("12".repeat(32)), BOB, seed)))
        .doesNotHaveDuplicates();
  }

  @Test
  void coordinatorEvents_bytes_areFrozen() throws GeneralSecurityException {
    CoordinatorEvent received = new CoordinatorEvent.Received(ALICE, advertisement());
    assertThat(Hex.of(received.encode()))
        .isEqualTo(
            Hex.of(
                Hex.bytes(
                    "01 30 01 # version, type, received\n"
                        + ALICE_HEX
                        + "000000d2 # bytes\n"
                        + ADVERTISEMENT_HEX)));
    assertThat(CoordinatorEvent.decode(received.encode())).isEqualTo(received);
    CoordinatorEvent deadline = new CoordinatorEvent.DeadlinePassed(Phase.MASKED_INPUT);
    assertThat(Hex.of(deadline.encode())).isEqualTo("01300203");
    assertThat(CoordinatorEvent.decode(deadline.encode())).isEqualTo(deadline);
  }

  @Test
  void boundContext_anyAdvertisementChanged_differs() {
    AdvertisedKeys one = new AdvertisedKeys(CONTEXT, List.of(advertisement()));
    AdvertisedKeys none = new AdvertisedKeys(CONTEXT, List.of());
    assertThat(one.boundContext()).isNotEqualTo(none.boundContext()).isNotEqualTo(CONTEXT);
  }

  @Test
  void decode_entriesOutOfOrderOrRepeated_refuses() {
    String start = "01 14" + "11".repeat(32) + "0002";
    for (String entries : List.of("0161 0161", "0162 0161")) {
      byte[] encoded = Hex.bytes(start + entries);
      assertThatThrownBy(() -> SurvivorList.decode(encoded))
          .isInstanceOf(GeneralSecurityException.class);
    }
    Reveal alive = new Reveal.SelfMaskShare(ALICE, Hex.secret("88".repeat(32)));
    Reveal dead = new Reveal.MaskKeyShare(ALICE, Hex.secret("99".repeat(32)));
    assertThatThrownBy(() -> new UnmaskAnswer(CONTEXT, BOB, List.of(alive, dead)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void decode_otherVersionTypeOrLength_refuses() throws GeneralSecurityException {
    byte[] good = advertisement().encode();
    KeyAdvertisement.decode(good);
    for (int position : new int[] {0, 1}) {
      byte[] wrong = good.clone();
      wrong[position]++;
      assertThatThrownBy(() -> KeyAdvertisement.decode(wrong))
          .isInstanceOf(GeneralSecurityException.class);
    }
    for (int size : new int[] {0, 1, good.length - 1, good.length + 1}) {
      byte[] wrong = java.util.Arrays.copyOf(good, size);
      assertThatThrownBy(() -> ParticipantMessage.decode(wrong))
          .isInstanceOf(GeneralSecurityException.class);
    }
  }

  @Test
  void toString_ofAnAnswer_showsNoShare() {
    UnmaskAnswer answer =
        new UnmaskAnswer(
            CONTEXT, BOB, List.of(new Reveal.SelfMaskShare(ALICE, Hex.secret("88".repeat(32)))));
    assertThat(answer.toString()).doesNotContain("8888");
  }

  @Test
  void survivors_changedByTheirReader_areImmutable() {
    TreeSet<ParticipantId> survivors = new TreeSet<>(List.of(ALICE));
    SurvivorList request = new SurvivorList(CONTEXT, survivors);
    survivors.add(BOB);
    assertThat(request.survivors()).containsExactly(ALICE);
    assertThatThrownBy(() -> request.survivors().add(BOB))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static KeyAdvertisement advertisement() {
    return new KeyAdvertisement(
        CONTEXT,
        ALICE,
        AgreementPublicKey.fromBytes(Hex.bytes("22".repeat(32))),
        Optional.of(AgreementPublicKey.fromBytes(Hex.bytes("33".repeat(32)))),
        Optional.of(Digest.parse("ab".repeat(32))),
        repeated("44", 64));
  }

  private static ShareEnvelope envelope(String maskEncapsulation, String ciphertext) {
    return new ShareEnvelope(
        ByteString.copyOf(Hex.bytes(maskEncapsulation)),
        ByteString.copyOf(Hex.bytes(maskEncapsulation.isEmpty() ? "" : "f0")),
        repeated(ciphertext, 92),
        repeated("44", 64));
  }

  private static MaskEncapsulation encapsulation(String bytes) {
    return new MaskEncapsulation(ByteString.copyOf(Hex.bytes(bytes)), repeated("44", 64));
  }

  private static ByteString repeated(String hex, int count) {
    return ByteString.copyOf(Hex.bytes(hex.repeat(count)));
  }

  private static void checkParticipant(ParticipantMessage message, String hex)
      throws GeneralSecurityException {
    assertThat(Hex.of(message.encode())).isEqualTo(Hex.of(Hex.bytes(hex)));
    assertThat(ParticipantMessage.decode(message.encode())).isEqualTo(message);
  }

  private static void checkCoordinator(CoordinatorMessage message, String hex)
      throws GeneralSecurityException {
    assertThat(Hex.of(message.encode())).isEqualTo(Hex.of(Hex.bytes(hex)));
    assertThat(CoordinatorMessage.decode(message.encode())).isEqualTo(message);
  }
}
