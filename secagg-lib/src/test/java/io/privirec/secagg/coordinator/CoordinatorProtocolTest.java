package io.privirec.secagg.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.SimulatedRound;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.UnmaskAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CoordinatorProtocolTest {
  private final RecordedRound run = RecordedRound.ofFive(1);
  private final ParticipantId first = run.round.id(0);
  private final ParticipantId leaver = run.round.id(4);

  @Test
  void received_messageOfEachPhaseInEachPhase_countsOnlyInItsOwn() {
    for (Map.Entry<Phase, CoordinatorState> station : run.opening.entrySet()) {
      run.messages.forEach((phase, sent) -> {
        Outcome outcome = receive(station.getValue(), first, sent.get(first));
        int order = phase.compareTo(station.getKey());
        if (order < 0) {
          assertThat(outcome).isEqualTo(new Outcome.Repeated());
        } else if (order == 0) {
          assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
        } else {
          assertRejected(outcome, RejectionReason.WRONG_PHASE);
        }
      });
    }
  }

  @Test
  void received_afterTheEnd_changesNothing() {
    for (Map<ParticipantId, ParticipantMessage> sent : run.messages.values()) {
      assertThat(receive(run.last, first, sent.get(first))).isEqualTo(new Outcome.Repeated());
    }
    CoordinatorState aborted =
        accept(run.opening.get(Phase.SHARE_KEYS), new DeadlinePassed(Phase.SHARE_KEYS));
    assertThat(aborted).isInstanceOf(CoordinatorState.Aborted.class);
    assertThat(aborted.phase()).isEmpty();
    assertThat(aborted.awaiting()).isEmpty();
    assertThat(aborted.messageFor(first)).isEmpty();
    assertRejected(receive(aborted, first, message(Phase.SHARE_KEYS)), RejectionReason.WRONG_PHASE);
  }

  @Test
  void received_identicalMessageAgain_isRepeated() {
    run.opening.forEach((phase, state) -> {
      CoordinatorState next = accept(state, new Received(first, message(phase)));
      assertThat(receive(next, first, message(phase))).isEqualTo(new Outcome.Repeated());
    });
  }

  @Test
  void received_otherMessageOfTheSameSender_isRejected() {
    KeyAdvertisement again = (KeyAdvertisement) run.join(first).toSend().orElseThrow();
    MaskedInputCommitment other =
        MaskedInputCommitment.sign(
            run.round.record().kind(),
            message(Phase.MASKED_INPUT).context(),
            first,
            Digest.of(new byte[] {43}),
            run.round.identity(first));
    assertRejected(receive(run.last, first, again), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
    assertRejected(receive(run.last, first, other), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
    CoordinatorState open = run.opening.get(Phase.ADVERTISE_KEYS);
    CoordinatorState advertised = accept(open, new Received(first, message(Phase.ADVERTISE_KEYS)));
    assertRejected(receive(advertised, first, again), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
  }

  @Test
  void received_fromAStrangerOrUnderAnotherName_isRejected() {
    run.opening.forEach((phase, state) -> {
      assertRejected(
          receive(state, new ParticipantId("stranger"), message(phase)),
          RejectionReason.UNKNOWN_PARTICIPANT);
      assertRejected(
          receive(state, run.round.id(1), message(phase)), RejectionReason.SENDER_MISMATCH);
    });
  }

  @Test
  void received_fromWhomLeftEarlier_isRejected() {
    ParticipantMessage answer =
        new UnmaskAnswer(message(Phase.UNMASK).context(), leaver, List.of());
    assertRejected(
        receive(run.opening.get(Phase.UNMASK), leaver, answer), RejectionReason.DROPPED_OUT);
  }

  @Test
  void received_ofAnotherRound_isRejected() {
    RecordedRound other = RecordedRound.ofFive(2);
    run.opening.forEach((phase, state) ->
        assertRejected(
            receive(state, first, other.messages.get(phase).get(first)),
            RejectionReason.CONTEXT_MISMATCH));
  }

  @Test
  void received_signatureOfAnother_isRejected() {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    KeyAdvertisement forged =
        KeyAdvertisement.sign(
            own.context(),
            first,
            own.maskKey(),
            own.channelKey(),
            Optional.empty(),
            run.round.identity(run.round.id(1)));
    assertRejected(
        receive(run.opening.get(Phase.ADVERTISE_KEYS), first, forged),
        RejectionReason.BAD_SIGNATURE);
    MaskedInputCommitment commitment = (MaskedInputCommitment) message(Phase.MASKED_INPUT);
    MaskedInputCommitment tampered =
        new MaskedInputCommitment(
            commitment.context(), first, Digest.of(new byte[] {1}), commitment.signature());
    assertRejected(
        receive(run.opening.get(Phase.MASKED_INPUT), first, tampered),
        RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void received_keysTakenOrUnusable_isRejected() {
    KeyAdvertisement own = (KeyAdvertisement) message(Phase.ADVERTISE_KEYS);
    KeyAdvertisement others =
        (KeyAdvertisement) run.messages.get(Phase.ADVERTISE_KEYS).get(run.round.id(1));
    CoordinatorState state =
        accept(run.opening.get(Phase.ADVERTISE_KEYS), new Received(run.round.id(1), others));
    AgreementPublicKey zero = AgreementPublicKey.fromBytes(new byte[32]);
    assertRejected(
        receive(state, first, advertise(others.maskKey(), channelKey(own))),
        RejectionReason.DUPLICATE_KEY);
    assertRejected(
        receive(state, first, advertise(own.maskKey(), own.maskKey())),
        RejectionReason.DUPLICATE_KEY);
    assertRejected(
        receive(state, first, advertise(zero, channelKey(own))), RejectionReason.INVALID_KEY);
    assertRejected(
        receive(state, first, advertise(own.maskKey(), zero)), RejectionReason.INVALID_KEY);
  }

  @Test
  void received_sharesForOthersThanTheAdvertisers_isRejected() {
    EncryptedShares own = (EncryptedShares) message(Phase.SHARE_KEYS);
    TreeMap<ParticipantId, ShareEnvelope> missing = new TreeMap<>(own.byRecipient());
    ShareEnvelope removed = missing.remove(run.round.id(1));
    TreeMap<ParticipantId, ShareEnvelope> tooMany = new TreeMap<>(own.byRecipient());
    tooMany.put(first, removed);
    for (SortedMap<ParticipantId, ShareEnvelope> wrong : List.of(missing, tooMany)) {
      assertRejected(
          receive(
              run.opening.get(Phase.SHARE_KEYS),
              first,
              new EncryptedShares(own.context(), first, wrong)),
          RejectionReason.WRONG_RECIPIENTS);
    }
  }

  @Test
  void received_revealsOtherThanAskedFor_isRejected() {
    UnmaskAnswer own = (UnmaskAnswer) message(Phase.UNMASK);
    List<Reveal> wrongKind = new ArrayList<>(own.reveals());
    wrongKind.set(4, new Reveal.SelfMaskShare(leaver, own.reveals().get(4).share()));
    for (List<Reveal> wrong : List.of(List.<Reveal>of(), own.reveals().subList(0, 4), wrongKind)) {
      assertRejected(
          receive(
              run.opening.get(Phase.UNMASK), first, new UnmaskAnswer(own.context(), first, wrong)),
          RejectionReason.WRONG_REVEALS);
    }
  }

  @Test
  void received_sharesOfAWrongSecret_abortsByName() {
    CoordinatorState state = run.opening.get(Phase.UNMASK);
    for (ParticipantMessage message : run.messages.get(Phase.UNMASK).values()) {
      UnmaskAnswer answer = (UnmaskAnswer) message;
      ParticipantMessage sent = answer.sender().equals(first) ? withWrongShare(answer, 4) : answer;
      state = accept(state, new Received(answer.sender(), sent));
    }
    assertThat(state)
        .isInstanceOfSatisfying(
            CoordinatorState.Aborted.class,
            aborted -> {
              assertThat(aborted.reason()).isEqualTo(AbortReason.MASK_KEY_MISMATCH);
              assertThat(aborted.detail()).contains(leaver.value());
            });
  }

  @Test
  void received_extraShareThatDoesNotFit_namesItsSender() {
    RecordedRound everyone = RecordedRound.of(12, 3);
    CoordinatorState state = everyone.opening.get(Phase.UNMASK);
    ParticipantId liar = everyone.round.id(10);
    for (ParticipantMessage message : everyone.messages.get(Phase.UNMASK).values()) {
      UnmaskAnswer answer = (UnmaskAnswer) message;
      ParticipantMessage sent = answer.sender().equals(liar) ? withWrongShare(answer, 2) : answer;
      state = accept(state, new Received(answer.sender(), sent));
    }
    assertThat(state)
        .isInstanceOfSatisfying(
            CoordinatorState.Unmasked.class,
            unmasked ->
                assertThat(unmasked.faults()).isEqualTo(Map.of(liar, FaultReason.WRONG_SHARE)));
  }

  @Test
  void deadline_ofAnotherPhase_neverCloses() {
    run.opening.forEach((open, state) -> {
      for (Phase phase : Phase.values()) {
        Outcome outcome = CoordinatorProtocol.step(state, new DeadlinePassed(phase));
        if (!run.round.record().has(phase) || phase.compareTo(open) > 0) {
          assertRejected(outcome, RejectionReason.WRONG_PHASE);
        } else if (phase != open) {
          assertThat(outcome).isEqualTo(new Outcome.Repeated());
        } else {
          assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
        }
      }
    });
  }

  @Test
  void messageFor_eachPhase_isForThoseWhoAreLeft() {
    assertThat(run.opening.get(Phase.ADVERTISE_KEYS).messageFor(first)).isEmpty();
    for (Phase phase : List.of(Phase.SHARE_KEYS, Phase.MASKED_INPUT, Phase.UNMASK)) {
      CoordinatorState state = run.opening.get(phase);
      assertThat(state.phase()).contains(phase);
      assertThat(state.messageFor(first)).isPresent();
      assertThat(state.messageFor(new ParticipantId("stranger"))).isEmpty();
    }
    assertThat(run.opening.get(Phase.MASKED_INPUT).messageFor(leaver)).isPresent();
    assertThat(run.opening.get(Phase.UNMASK).messageFor(leaver)).isEmpty();
    assertThat(run.opening.get(Phase.UNMASK).dropouts())
        .isEqualTo(Map.of(leaver, Phase.MASKED_INPUT));
    assertThat(run.opening.get(Phase.UNMASK).commitmentOf(first)).isPresent();
    assertThat(run.opening.get(Phase.UNMASK).commitmentOf(leaver)).isEmpty();
  }

  @Test
  void toString_ofTheFinalState_showsNoSecret() {
    CoordinatorState.Unmasked unmasked = (CoordinatorState.Unmasked) run.last;
    SecretBytes seed = unmasked.selfMaskSeeds().get(first);
    assertThat(unmasked.toString())
        .doesNotContain(ByteString.copyOf(seed.expose()).toString())
        .contains("SecretBytes[32 bytes]");
    assertThat(unmasked.unmasker().masks()).isEqualTo(4 + 4);
  }

  private KeyAdvertisement advertise(AgreementPublicKey maskKey, AgreementPublicKey channelKey) {
    return KeyAdvertisement.sign(
        run.round.record().context(),
        first,
        maskKey,
        Optional.of(channelKey),
        Optional.empty(),
        run.round.identity(first));
  }

  private static AgreementPublicKey channelKey(KeyAdvertisement advertisement) {
    return advertisement.channelKey().orElseThrow();
  }

  private UnmaskAnswer withWrongShare(UnmaskAnswer answer, int position) {
    List<Reveal> reveals = new ArrayList<>(answer.reveals());
    Reveal right = reveals.get(position);
    SecretBytes wrong = AgreementKeyPair.generate(run.round.random()).privateKey();
    reveals.set(
        position,
        switch (right) {
          case Reveal.SelfMaskShare _ -> new Reveal.SelfMaskShare(right.owner(), wrong);
          case Reveal.MaskKeyShare _ -> new Reveal.MaskKeyShare(right.owner(), wrong);
        });
    return new UnmaskAnswer(answer.context(), answer.sender(), reveals);
  }

  private ParticipantMessage message(Phase phase) {
    return run.messages.get(phase).get(first);
  }

  private static Outcome receive(
      CoordinatorState state, ParticipantId sender, ParticipantMessage message) {
    return CoordinatorProtocol.step(state, new Received(sender, message));
  }

  private static CoordinatorState accept(CoordinatorState state, CoordinatorEvent event) {
    return SimulatedRound.accepted(CoordinatorProtocol.step(state, event));
  }

  private static void assertRejected(Outcome outcome, RejectionReason reason) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo(reason));
  }
}
