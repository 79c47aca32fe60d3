package io.privirec.secagg.adversary;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.SimulatedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.SurvivorSignature;
import java.util.Optional;
import java.util.TreeSet;
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
            receive(state, liar, run.messages.get(phase).get(other)),
            RejectionReason.SENDER_MISMATCH));
  }

  @Test
  void message_ofAStranger_isRejected(Attack attack) {
    run.opening.forEach((phase, state) ->
        attack.rejected(
            receive(state, new ParticipantId("zoe"), message(phase)),
            RejectionReason.UNKNOWN_PARTICIPANT));
  }

  @Test
  void message_replayedFromAnotherRound_isRejected(Attack attack) {
    RecordedRound before = RecordedRound.ofFive(2);
    run.opening.forEach((phase, state) ->
        attack.rejected(
            receive(state, liar, before.messages.get(phase).get(liar)),
            RejectionReason.CONTEXT_MISMATCH));
  }

  @Test
  void message_tooEarly_isRejected(Attack attack) {
    attack.rejected(
        receive(run.opening.get(Phase.SHARE_KEYS), liar, message(Phase.UNMASK)),
        RejectionReason.WRONG_PHASE);
  }

  @Test
  void keys_aSecondTime_areRejected(Attack attack) {
    attack.rejected(
        receive(run.opening.get(Phase.MASKED_INPUT), liar, run.join(liar).toSend().orElseThrow()),
        RejectionReason.REPEATED_WITH_OTHER_CONTENT);
  }

  @Test
  void keys_signedByAnother_areRejected(Attack attack) {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    attack.rejected(
        advertise(
            KeyAdvertisement.sign(
                own.context(),
                liar,
                own.maskKey(),
                own.channelKey(),
                Optional.empty(),
                run.round.identity(other))),
        RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void keys_ofAnotherCopied_areRejected(Attack attack) {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    KeyAdvertisement theirs = (KeyAdvertisement) run.messages.get(Phase.ADVERTISE_KEYS).get(other);
    attack.rejected(
        advertise(signed(theirs.maskKey(), channelKey(own))), RejectionReason.DUPLICATE_KEY);
    attack.rejected(
        advertise(signed(own.maskKey(), theirs.maskKey())), RejectionReason.DUPLICATE_KEY);
    attack.rejected(advertise(signed(own.maskKey(), own.maskKey())), RejectionReason.DUPLICATE_KEY);
  }

  @Test
  void keys_ofSmallOrder_areRejected(Attack attack) {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    AgreementPublicKey zero = AgreementPublicKey.fromBytes(new byte[32]);
    attack.rejected(advertise(signed(zero, channelKey(own))), RejectionReason.INVALID_KEY);
    attack.rejected(advertise(signed(own.maskKey(), zero)), RejectionReason.INVALID_KEY);
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
    attack.rejected(receive(run.last, liar, second), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
  }

  @Test
  void commitment_withTheSignatureOfAnother_isRejected(Attack attack) {
    MaskedInputCommitment own = (MaskedInputCommitment) message(Phase.MASKED_INPUT);
    attack.rejected(
        receive(
            run.opening.get(Phase.MASKED_INPUT),
            liar,
            MaskedInputCommitment.sign(
                run.round.record().kind(),
                own.context(),
                liar,
                own.merkleRoot(),
                run.round.identity(other))),
        RejectionReason.BAD_SIGNATURE);
    attack.rejected(
        receive(
            run.opening.get(Phase.MASKED_INPUT),
            liar,
            new MaskedInputCommitment(
                own.context(), liar, Digest.of(new byte[] {1}), own.signature())),
        RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void survivors_othersSigned_areRejected(Attack attack) {
    SurvivorSignature own = (SurvivorSignature) message(Phase.CONSISTENCY_CHECK);
    SurvivorList everyone =
        new SurvivorList(own.context(), new TreeSet<>(run.round.identities().keySet()));
    attack.rejected(
        receive(
            run.opening.get(Phase.CONSISTENCY_CHECK),
            liar,
            SurvivorSignature.sign(everyone, liar, run.round.identity(liar))),
        RejectionReason.WRONG_SURVIVORS);
    attack.rejected(
        receive(
            run.opening.get(Phase.CONSISTENCY_CHECK),
            liar,
            new SurvivorSignature(
                own.context(), liar, own.survivors(), ByteString.copyOf(new byte[64]))),
        RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void seed_otherThanCommittedTo_isRejected(Attack attack) {
    RecordedRound graph = graph();
    SeedReveal own = (SeedReveal) graph.messages.get(Phase.REVEAL_SEED).get(liar);
    attack.rejected(
        receive(
            graph.opening.get(Phase.REVEAL_SEED),
            liar,
            new SeedReveal(own.context(), liar, ByteString.copyOf(new byte[32]))),
        RejectionReason.SEED_MISMATCH);
  }

  /// Whoever sees the others' parts first can only end the round, not choose its graph.
  @Test
  void seed_withheld_endsTheRoundByName(Attack attack) {
    RecordedRound graph = graph();
    CoordinatorState state = graph.opening.get(Phase.REVEAL_SEED);
    for (ParticipantMessage reveal : graph.messages.get(Phase.REVEAL_SEED).values()) {
      if (!reveal.sender().equals(liar)) {
        state = accept(state, new Received(reveal.sender(), reveal));
      }
    }
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
        receive(
            graph.opening.get(Phase.ADVERTISE_KEYS),
            liar,
            KeyAdvertisement.sign(
                own.context(),
                liar,
                own.maskKey(),
                own.channelKey(),
                Optional.empty(),
                graph.round.identity(liar))),
        RejectionReason.SEED_COMMITMENT_INVALID);
  }

  private static RecordedRound graph() {
    return RecordedRound.of(TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 65), 4));
  }

  private Outcome advertise(KeyAdvertisement advertisement) {
    CoordinatorState state =
        accept(
            run.opening.get(Phase.ADVERTISE_KEYS),
            new Received(other, run.messages.get(Phase.ADVERTISE_KEYS).get(other)));
    return receive(state, liar, advertisement);
  }

  private KeyAdvertisement signed(AgreementPublicKey maskKey, AgreementPublicKey channelKey) {
    return KeyAdvertisement.sign(
        run.round.record().context(),
        liar,
        maskKey,
        Optional.of(channelKey),
        Optional.empty(),
        run.round.identity(liar));
  }

  private static AgreementPublicKey channelKey(KeyAdvertisement advertisement) {
    return advertisement.channelKey().orElseThrow();
  }

  private ParticipantMessage message(Phase phase) {
    return run.messages.get(phase).get(liar);
  }

  private static Outcome receive(
      CoordinatorState state, ParticipantId sender, ParticipantMessage message) {
    return CoordinatorProtocol.step(state, new Received(sender, message));
  }

  private static CoordinatorState accept(CoordinatorState state, CoordinatorEvent event) {
    return SimulatedRound.accepted(CoordinatorProtocol.step(state, event));
  }
}
