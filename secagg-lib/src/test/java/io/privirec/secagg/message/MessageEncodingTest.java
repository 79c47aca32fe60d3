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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The bytes of every message, frozen: a change here is another version of the protocol.
class MessageEncodingTest {
  private static final Digest CONTEXT = Digest.parse("11".repeat(32));
  private static final ParticipantId ALICE = new ParticipantId("alice");
  private static final ParticipantId BOB = new ParticipantId("bob");
  private static final ParticipantId CAROL = new ParticipantId("carol");

  private static final String ADVERTISEMENT =
      """
      01 01 context alice    # version, type, context, sender
      00000020 22*32         # mask key
      01 00000020 33*32      # channel key
      01 ab*32               # seed commitment
      44*64                  # signature
      """;

  @Test
  void keyAdvertisement_bytes_areFrozen() throws GeneralSecurityException {
    check(advertisement(), ADVERTISEMENT);
  }

  @Test
  void keyAdvertisement_ofAClosedRound_bytesAreFrozen() throws GeneralSecurityException {
    check(
        new KeyAdvertisement(
            CONTEXT,
            ALICE,
            AgreementPublicKey.fromBytes(Hex.bytes("22".repeat(32))),
            Optional.empty(),
            Optional.empty(),
            repeated("44", 64)),
        """
        01 01 context alice
        00000020 22*32 00 00   # mask key, no channel key, no seed commitment
        44*64                  # signature
        """);
  }

  @Test
  void encapsulations_bytes_areFrozen() throws GeneralSecurityException {
    Map<ParticipantId, MaskEncapsulation> toBoth =
        Map.of(CAROL, encapsulation("e0e1"), BOB, encapsulation("e2"));
    check(
        new SentEncapsulations(CONTEXT, ALICE, new TreeMap<>(toBoth)),
        """
        01 07 context alice
        0002                       # recipients
        bob 00000001 e2 44*64      # encapsulation, signature
        carol 00000002 e0e1 44*64
        """);
    Map<ParticipantId, MaskEncapsulation> ofAlice = Map.of(ALICE, encapsulation("e0e1"));
    check(
        new DeliveredEncapsulations(CONTEXT, BOB, new TreeMap<>(ofAlice)),
        """
        01 17 context bob
        0001                       # senders
        alice 00000002 e0e1 44*64
        """);
  }

  @Test
  void shares_bytes_areFrozen() throws GeneralSecurityException {
    Map<ParticipantId, ShareEnvelope> toBoth =
        Map.of(CAROL, envelope("e0e1", "66"), BOB, envelope("", "55"));
    check(
        new EncryptedShares(CONTEXT, ALICE, new TreeMap<>(toBoth)),
        """
        01 02 context alice
        0002                           # recipients
        bob 00000000 00000000          # no encapsulations
        55*92 44*64                    # ciphertext, signature
        carol 00000002 e0e1 00000001 f0 # encapsulations for mask and channel
        66*92 44*64
        """);
    check(
        new DeliveredShares(CONTEXT, BOB, new TreeMap<>(Map.of(ALICE, envelope("", "55")))),
        """
        01 12 context bob
        0001                           # senders
        alice 00000000 00000000 55*92 44*64
        """);
  }

  @Test
  void shareComplaint_bytes_areFrozen() throws GeneralSecurityException {
    check(
        new ShareComplaint(
            CONTEXT, ALICE, new TreeMap<>(Map.of(BOB, new SharedSecretProof(repeated("88", 96))))),
        "01 08 context alice 0001 bob 88*96 # accused");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ShareComplaint(CONTEXT, ALICE, new TreeMap<>()));
  }

  @Test
  void maskedInputCommitment_bytes_areFrozen() throws GeneralSecurityException {
    check(
        new MaskedInputCommitment(
            CONTEXT, ALICE, Digest.parse("77".repeat(32)), repeated("44", 64)),
        "01 03 context alice 77*32 44*64 # root, signature");
  }

  @Test
  void unmaskAnswer_bytes_areFrozen() throws GeneralSecurityException {
    check(
        new UnmaskAnswer(
            CONTEXT,
            BOB,
            List.of(
                new Reveal.SelfMaskShare(ALICE, Hex.secret("88".repeat(32))),
                new Reveal.MaskKeyShare(CAROL, Hex.secret("99".repeat(32))))),
        """
        01 05 context bob
        0002             # reveals
        alice 01 88*32   # of the self mask
        carol 02 99*32   # of the mask key
        """);
  }

  @Test
  void advertisedKeys_bytes_areFrozen() throws GeneralSecurityException {
    check(
        new AdvertisedKeys(CONTEXT, List.of(advertisement())),
        "01 11 context 0001 000000d2 # advertisements, bytes of the first\n" + ADVERTISEMENT);
  }

  @Test
  void survivors_bytes_areFrozen() throws GeneralSecurityException {
    check(
        new SurvivorList(CONTEXT, new TreeSet<>(List.of(CAROL, ALICE))),
        "01 14 context 0002 alice carol");
    check(
        new SurvivorSignature(CONTEXT, BOB, Digest.parse("77".repeat(32)), repeated("44", 64)),
        "01 04 context bob 77*32 44*64 # digest of the list, signature");
    check(
        new UnmaskRequest(
            CONTEXT,
            new TreeSet<>(List.of(CAROL, ALICE)),
            new TreeMap<>(Map.of(ALICE, repeated("44", 64)))),
        """
        01 15 context
        0002 alice carol   # survivors
        0001 alice 44*64   # signatures
        """);
  }

  @Test
  void seeds_bytes_areFrozen() throws GeneralSecurityException {
    check(new SeedReveal(CONTEXT, BOB, repeated("77", 32)), "01 06 context bob 77*32");
    check(
        new RevealedSeeds(CONTEXT, new TreeMap<>(Map.of(BOB, repeated("77", 32)))),
        "01 16 context 0001 bob 77*32");
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
        .isEqualTo(bytes("01 30 01 alice 000000d2 # type, received, bytes\n" + ADVERTISEMENT));
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
      assertThatThrownBy(() -> CoordinatorMessage.decode(encoded))
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
    ParticipantMessage.decode(good);
    for (int position : new int[] {0, 1}) {
      byte[] wrong = good.clone();
      wrong[position]++;
      assertThatThrownBy(() -> ParticipantMessage.decode(wrong))
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

  private static void check(ParticipantMessage message, String bytes)
      throws GeneralSecurityException {
    assertThat(Hex.of(message.encode())).isEqualTo(bytes(bytes));
    assertThat(ParticipantMessage.decode(message.encode())).isEqualTo(message);
  }

  private static void check(CoordinatorMessage message, String bytes)
      throws GeneralSecurityException {
    assertThat(Hex.of(message.encode())).isEqualTo(bytes(bytes));
    assertThat(CoordinatorMessage.decode(message.encode())).isEqualTo(message);
  }

  /// Hexadecimal bytes, in which `context` and the names stand for these fields and `55*92` for 92
  /// times `55`.
  private static String bytes(String notation) {
    String fields =
        notation
            .replace("context", "11*32")
            .replace("alice", "05 616c696365")
            .replace("bob", "03 626f62")
            .replace("carol", "05 6361726f6c");
    return Hex.of(
        Hex.bytes(
            Pattern.compile("(\\w\\w)\\*(\\d+)")
                .matcher(fields)
                .replaceAll(run -> run.group(1).repeat(Integer.parseInt(run.group(2))))));
  }
}
