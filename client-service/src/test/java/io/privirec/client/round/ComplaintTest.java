package io.privirec.client.round;

import static io.privirec.client.TestClient.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.TestCoordinator;
import io.privirec.client.TestDeployment;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PlanStep;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.coordinator.FaultReason;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.ShareComplaint;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.wire.algorithm.RehearsalParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// An envelope of a tolerant round that does not decrypt: who is told what, and who goes on.
class ComplaintTest {
  private static final List<String> NAMES = List.of("p1", "p2", "p3", "p4", "p5", "p6");
  private static final ParticipantId RECIPIENT = new ParticipantId("p1");
  private static final ParticipantId SENDER = new ParticipantId("p2");

  @RegisterExtension
  private static final TestDeployment deployment = TestDeployment.consenting(20, 4, NAMES);

  private static final TestCoordinator coordinator = deployment.coordinator();

  private final Queue<ShareComplaint> complaints = new ConcurrentLinkedQueue<>();

  private static Algorithm begin(String session) {
    return deployment.begin(
        session,
        RehearsalParameters.DEFAULT
            .withElements(64L)
            .withRounds(1)
            .withSeed(1L)
            .withRingBits(32)
            .withRoundKind("tolerant"));
  }

  @Test
  void envelope_thatItsSenderMadeBad_isComplainedAboutAndTheRecipientGoesOn(@TempDir Path work)
      throws IOException {
    IdentityKeyPair identity =
        deployment.client().bean(ParticipantStore.class).find(SENDER).orElseThrow().identity();
    coordinator.hears = message -> withBadEnvelope(recorded(message), identity);
    Algorithm algorithm = begin("bad-envelope");
    await("the sum is opened", coordinator::isSummed);

    assertThat(complaints)
        .isNotEmpty()
        .allSatisfy(complaint -> {
          assertThat(complaint.sender()).isEqualTo(RECIPIENT);
          assertThat(complaint.evidence().keySet()).containsExactly(SENDER);
        });
    // The protocol has verified the evidence before it named anybody.
    assertThat(coordinator.faults()).isEqualTo(Map.of(SENDER, FaultReason.BAD_ENVELOPE));
    assertThat(coordinator.sum().survivors()).contains(RECIPIENT).hasSize(NAMES.size());
    assertThat(algorithm.complete(0, coordinator.sum(), work)).isEqualTo(new PlanStep.Complete());
    await("the recipient has answered", () -> hasAnswered("bad-envelope"));
  }

  /// Evidence discloses what the pair shares: nobody but a sender that lies can bring it about.
  @Test
  void envelope_damagedByTheCoordinator_disclosesNothing(@TempDir Path work) throws IOException {
    coordinator.hears = this::recorded;
    coordinator.messages = ComplaintTest::damaged;
    Algorithm algorithm = begin("damaged");
    deployment.awaitRefused(List.of("p1"), "damaged", "share-invalid");
    await("the others have masked", () -> coordinator.received(Phase.MASKED_INPUT) == 5);
    coordinator.passDeadline();
    await("the others are summed", coordinator::isSummed);

    assertThat(complaints).isEmpty();
    assertThat(coordinator.faults()).isEmpty();
    assertThat(coordinator.sum().survivors()).doesNotContain(RECIPIENT).contains(SENDER);
    assertThat(algorithm.complete(0, coordinator.sum(), work)).isEqualTo(new PlanStep.Complete());
  }

  private static boolean hasAnswered(String session) {
    String recipient = RECIPIENT.value();
    return deployment.of(recipient, session).rounds().getFirst().state().equals("ANSWERED");
  }

  private ParticipantMessage recorded(ParticipantMessage message) {
    if (message instanceof ShareComplaint complaint) {
      complaints.add(complaint);
    }
    return message;
  }

  private static ParticipantMessage withBadEnvelope(
      ParticipantMessage message, IdentityKeyPair identity) {
    if (!(message instanceof EncryptedShares shares) || !shares.sender().equals(SENDER)) {
      return message;
    }
    SortedMap<ParticipantId, ShareEnvelope> envelopes = new TreeMap<>(shares.byRecipient());
    envelopes.computeIfPresent(
        RECIPIENT,
        (recipient, envelope) ->
            ShareEnvelope.sign(
                shares.context(),
                SENDER,
                recipient,
                envelope.maskEncapsulation(),
                envelope.channelEncapsulation(),
                flipped(envelope.ciphertext()),
                identity));
    return new EncryptedShares(shares.context(), SENDER, envelopes);
  }

  private static CoordinatorMessage damaged(CoordinatorMessage message) {
    if (!(message instanceof DeliveredShares shares) || !shares.recipient().equals(RECIPIENT)) {
      return message;
    }
    SortedMap<ParticipantId, ShareEnvelope> envelopes = new TreeMap<>(shares.bySender());
    envelopes.computeIfPresent(
        SENDER,
        (sender, envelope) ->
            new ShareEnvelope(
                envelope.maskEncapsulation(),
                envelope.channelEncapsulation(),
                flipped(envelope.ciphertext()),
                envelope.signature()));
    return new DeliveredShares(shares.context(), RECIPIENT, envelopes);
  }

  private static ByteString flipped(ByteString ciphertext) {
    byte[] bytes = ciphertext.bytes();
    bytes[0] ^= 1;
    return ByteString.copyOf(bytes);
  }
}
