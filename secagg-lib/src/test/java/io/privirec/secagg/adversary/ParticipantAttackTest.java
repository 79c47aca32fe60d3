package io.privirec.secagg.adversary;

import static io.privirec.secagg.SimulatedRound.accept;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A participant that wants to spoil the sum, or to be heard in another's place.
@ExtendWith(AttackLedger.class)
class ParticipantAttackTest {
  private final RecordedRound run = RecordedRound.ofFive(1);
  private final ParticipantId liar = run.round.id(0);
  private final ParticipantId other = run.round.id(1);

  @Test
  void message_underAnotherName_isRejected(Attack attack) {
    run.opening.forEach((phase, state) ->
        attack.rejected(
            state, liar, run.messages.get(phase).get(other), RejectionReason.SENDER_MISMATCH));
  }

  @Test
  void message_ofAStranger_isRejected(Attack attack) {
    run.opening.forEach((phase, state) ->
        attack.rejected(
            state, new ParticipantId("zoe"), message(phase), RejectionReason.UNKNOWN_PARTICIPANT));
  }

  @Test
  void message_replayedFromAnotherRound_isRejected(Attack attack) {
    RecordedRound before = RecordedRound.ofFive(2);
    run.opening.forEach((phase, state) ->
        attack.rejected(
            state, before.messages.get(phase).get(liar), RejectionReason.CONTEXT_MISMATCH));
  }

  @Test
  void message_tooEarly_isRejected(Attack attack) {
    attack.rejected(
        run.opening.get(Phase.SHARE_KEYS), message(Phase.UNMASK), RejectionReason.WRONG_PHASE);
  }

  @Test
  void keys_aSecondTime_areRejected(Attack attack) {
    attack.rejected(
        run.opening.get(Phase.MASKED_INPUT),
        run.join(liar).toSend().orElseThrow(),
        RejectionReason.REPEATED_WITH_OTHER_CONTENT);
  }

  @Test
  void keys_signedByAnother_areRejected(Attack attack) {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    advertise(attack, signed(other, own.maskKey(), channelKey(own)), RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void keys_ofAnotherCopied_areRejected(Attack attack) {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    KeyAdvertisement theirs = (KeyAdvertisement) run.messages.get(Phase.ADVERTISE_KEYS).get(other);
    for (KeyAdvertisement copied :
        List.of(
            signed(liar, theirs.maskKey(), channelKey(own)),
            signed(liar, own.maskKey(), theirs.maskKey()),
            signed(liar, own.maskKey(), own.maskKey()))) {
      advertise(attack, copied, RejectionReason.DUPLICATE_KEY);
    }
  }

  @Test
  void keys_ofSmallOrder_areRejected(Attack attack) {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    AgreementPublicKey zero = AgreementPublicKey.fromBytes(new byte[32]);
    advertise(attack, signed(liar, zero, channelKey(own)), RejectionReason.INVALID_KEY);
    advertise(attack, signed(liar, own.maskKey(), zero), RejectionReason.INVALID_KEY);
  }

  @Test
  void commitment_toAnotherInputLater_isRejected(Attack attack) {
    MaskedInputCommitment second =
        MaskedInputCommitment.sign(
            run.round.record().kind(),
            message(Phase.MASKED_INPUT).context(),
            liar,
            Digest.of(new byte[] {9}),
            run.round.identity(liar));
    attack.rejected(run.last, second, RejectionReason.REPEATED_WITH_OTHER_CONTENT);
  }

  @Test
  void commitment_withTheSignatureOfAnother_isRejected(Attack attack) {
    MaskedInputCommitment own = (MaskedInputCommitment) message(Phase.MASKED_INPUT);
    attack.rejected(
        run,
        MaskedInputCommitment.sign(
            run.round.record().kind(),
            own.context(),
            liar,
            own.merkleRoot(),
            run.round.identity(other)),
        RejectionReason.BAD_SIGNATURE);
    attack.rejected(
        run,
        new MaskedInputCommitment(own.context(), liar, Digest.of(new byte[] {1}), own.signature()),
        RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void survivors_othersSigned_areRejected(Attack attack) {
    SurvivorSignature own = (SurvivorSignature) message(Phase.CONSISTENCY_CHECK);
    SurvivorList everyone =
        new SurvivorList(own.context(), new TreeSet<>(run.round.identities().keySet()));
    attack.rejected(
        run, everyone.sign(liar, run.round.identity(liar)), RejectionReason.WRONG_SURVIVORS);
    attack.rejected(
        run,
        new SurvivorSignature(
            own.context(), liar, own.survivors(), ByteString.copyOf(new byte[64])),
        RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void seed_otherThanCommittedTo_isRejected(Attack attack) {
    RecordedRound graph = graph();
    SeedReveal own = (SeedReveal) graph.messages.get(Phase.REVEAL_SEED).get(liar);
    attack.rejected(
        graph,
        new SeedReveal(own.context(), liar, ByteString.copyOf(new byte[32])),
        RejectionReason.SEED_MISMATCH);
  }

  /// Whoever sees the others' parts first can only end the round, not choose its graph.
  @Test
  void seed_withheld_endsTheRoundByName(Attack attack) {
    RecordedRound graph = graph();
    CoordinatorState state =
        accept(graph.opening.get(Phase.REVEAL_SEED), graph.without(liar, Phase.REVEAL_SEED));
    attack.ended(
        accept(state, new DeadlinePassed(Phase.REVEAL_SEED)),
        AbortReason.SEED_NOT_REVEALED,
        "1 participants");
  }

  @Test
  void keys_withoutASeedCommitment_areRejected(Attack attack) {
    RecordedRound graph = graph();
    KeyAdvertisement own = (KeyAdvertisement) graph.messages.get(Phase.ADVERTISE_KEYS).get(liar);
    attack.rejected(
        graph,
        KeyAdvertisement.sign(
            own.context(),
            liar,
            own.maskKey(),
            own.channelKey(),
            Optional.empty(),
            graph.round.identity(liar)),
        RejectionReason.SEED_COMMITMENT_INVALID);
  }

  private static RecordedRound graph() {
    return RecordedRound.of(TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 65), 4));
  }

  /// To a coordinator that has the keys of another already.
  private void advertise(Attack attack, KeyAdvertisement advertisement, RejectionReason reason) {
    CoordinatorState state =
        accept(
            run.opening.get(Phase.ADVERTISE_KEYS),
            Stream.of(run.messages.get(Phase.ADVERTISE_KEYS).get(other)));
    attack.rejected(state, advertisement, reason);
  }

  private KeyAdvertisement signed(
      ParticipantId signer, AgreementPublicKey maskKey, AgreementPublicKey channelKey) {
    return KeyAdvertisement.sign(
        run.round.record().context(),
        liar,
        maskKey,
        Optional.of(channelKey),
        Optional.empty(),
        run.round.identity(signer));
  }

  private static AgreementPublicKey channelKey(KeyAdvertisement advertisement) {
    return advertisement.channelKey().orElseThrow();
  }

  private ParticipantMessage message(Phase phase) {
    return run.messages.get(phase).get(liar);
  }
}
