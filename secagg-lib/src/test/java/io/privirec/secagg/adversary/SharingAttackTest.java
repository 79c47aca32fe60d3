package io.privirec.secagg.adversary;

import static io.privirec.secagg.SimulatedRound.accept;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.UnmaskAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A participant that deals wrong shares of its secrets, or reveals wrong ones of the others'.
@ExtendWith(AttackLedger.class)
class SharingAttackTest {
  private final RecordedRound run = RecordedRound.ofFive(1);
  private final ParticipantId liar = run.round.id(0);
  private final ParticipantId other = run.round.id(1);
  private final ParticipantId leaver = run.round.id(4);

  @Test
  void shares_notForExactlyThePeers_areRejected(Attack attack) {
    EncryptedShares own = (EncryptedShares) message(Phase.SHARE_KEYS);
    var dealt = own.byRecipient();
    for (var wrong :
        List.of(Lies.without(dealt, other), Lies.with(dealt, liar, dealt.get(other)))) {
      attack.rejected(
          run, new EncryptedShares(own.context(), liar, wrong), RejectionReason.WRONG_RECIPIENTS);
    }
  }

  @Test
  void shares_encapsulationNotDue_areRejected(Attack attack) {
    EncryptedShares own = (EncryptedShares) message(Phase.SHARE_KEYS);
    ShareEnvelope envelope = own.byRecipient().get(other);
    ByteString some = ByteString.copyOf(new byte[1088]);
    ByteString none = envelope.maskEncapsulation();
    for (ShareEnvelope wrong :
        List.of(
            new ShareEnvelope(some, none, envelope.ciphertext(), envelope.signature()),
            new ShareEnvelope(none, some, envelope.ciphertext(), envelope.signature()))) {
      attack.rejected(run, Lies.with(own, other, wrong), RejectionReason.INVALID_ENCAPSULATION);
    }
  }

  @Test
  void answer_ofWhomLeft_isRejected(Attack attack) {
    UnmaskAnswer late = new UnmaskAnswer(message(Phase.UNMASK).context(), leaver, List.of());
    attack.rejected(run, late, RejectionReason.DROPPED_OUT);
  }

  @Test
  void answer_withTheWrongKindOrOwners_isRejected(Attack attack) {
    UnmaskAnswer own = (UnmaskAnswer) message(Phase.UNMASK);
    List<Reveal> wrongKind = new ArrayList<>(own.reveals());
    wrongKind.set(4, new Reveal.SelfMaskShare(leaver, own.reveals().get(4).share()));
    List<Reveal> stranger = new ArrayList<>(own.reveals());
    stranger.add(new Reveal.MaskKeyShare(new ParticipantId("zoe"), own.reveals().get(4).share()));
    for (List<Reveal> wrong :
        List.of(List.<Reveal>of(), own.reveals().subList(0, 4), wrongKind, stranger)) {
      attack.rejected(
          run, new UnmaskAnswer(own.context(), liar, wrong), RejectionReason.WRONG_REVEALS);
    }
  }

  /// One share of a dropout's mask key is a lie: the key is checked against the advertised one.
  @Test
  void answer_poisonedShareOfAMaskKey_endsTheRoundByName(Attack attack) {
    attack.ended(lastPhase(run, Set.of(liar), 4), AbortReason.MASK_KEY_MISMATCH, leaver.value());
  }

  @Test
  void answer_poisonedSharesOfTooMany_endsTheRoundByName(Attack attack) {
    RecordedRound twelve = RecordedRound.of(12, 3);
    attack.ended(
        lastPhase(twelve, Set.of(twelve.round.id(7), twelve.round.id(8), twelve.round.id(9)), 2),
        AbortReason.SHARES_INCONSISTENT,
        twelve.round.id(2).value());
  }

  @Test
  void shares_envelopeSignedByAnother_areRejected(Attack attack) {
    EncryptedShares own = (EncryptedShares) message(Phase.SHARE_KEYS);
    ShareEnvelope envelope = own.byRecipient().get(other);
    ShareEnvelope signed =
        Lies.signed(
            own,
            other,
            envelope.maskEncapsulation(),
            envelope.ciphertext(),
            run.round.identity(other));
    attack.rejected(run, Lies.with(own, other, signed), RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void answer_withheldByTooMany_endsTheRoundByName(Attack attack) {
    CoordinatorState state =
        accept(run.opening.get(Phase.UNMASK), Stream.of(run.messages.get(Phase.UNMASK).get(other)));
    attack.ended(
        accept(state, new DeadlinePassed(Phase.UNMASK)), AbortReason.BELOW_THRESHOLD, "are needed");
  }

  /// The index of a share follows from who sends it and is in no message: what a liar can do is to
  /// send another's share for its own.
  @Test
  void answer_shareOfAnotherIndex_endsTheRoundByName(Attack attack) {
    UnmaskAnswer theirs = (UnmaskAnswer) run.messages.get(Phase.UNMASK).get(other);
    UnmaskAnswer taken = new UnmaskAnswer(theirs.context(), liar, theirs.reveals());
    CoordinatorState state =
        run.after(Phase.UNMASK, sent -> sent.sender().equals(liar) ? taken : sent);
    attack.ended(state, AbortReason.MASK_KEY_MISMATCH, leaver.value());
  }

  @Test
  void share_indexZeroRepeatedOrNeverGivenOut_isRefused(Attack attack) {
    SecretBytes value = SecretBytes.copyOf(new byte[32]);
    attack.impossible(() -> new Share(0, value), "share index");
    attack.impossible(
        () -> new Shamir(2, 3).reconstruct(List.of(new Share(1, value), new Share(1, value))),
        "repeated");
    attack.impossible(
        () -> new Shamir(2, 3).reconstruct(List.of(new Share(1, value), new Share(4, value))),
        "share index");
  }

  @Test
  void share_notAnElementOfThePrimeField_isRefused(Attack attack) {
    byte[] prime = new byte[32];
    Arrays.fill(prime, (byte) 0xFF);
    prime[0] = (byte) 0xED;
    prime[31] = 0x7F;
    SecretBytes notCanonical = SecretBytes.copyOf(prime);
    attack.impossible(
        () ->
            new Shamir(2, 256)
                .reconstruct(
                    List.of(
                        new Share(1, notCanonical),
                        new Share(2, SecretBytes.copyOf(new byte[32])))),
        "canonical");
  }

  /// A dropout sent a survivor an encapsulation that does not follow from its key: the survivor has
  /// masked with a secret that the coordinator would not find.
  @Test
  void shares_poisonedMaskEncapsulation_endsTheRoundByName(Attack attack) {

    RecordedRound hybrid =
        RecordedRound.of(
            TestRound.of(
                Thresholds.of(ThreatModel.SEMI_HONEST, 6), KeyAgreement.X25519_MLKEM768, 3));
    EncryptedShares dealt = (EncryptedShares) hybrid.messages.get(Phase.SHARE_KEYS).get(liar);
    ShareEnvelope envelope = dealt.byRecipient().get(other);
    ShareEnvelope poisoned =
        Lies.signed(
            dealt,
            other,
            dealt.byRecipient().get(hybrid.round.id(2)).maskEncapsulation(),
            envelope.ciphertext(),
            hybrid.round.identity(liar));
    List<ParticipantId> honest =
        hybrid.round.identities().keySet().stream().filter(id -> !id.equals(liar)).toList();
    CoordinatorState state =
        hybrid.after(
            Phase.SHARE_KEYS,
            sent -> sent.sender().equals(liar) ? Lies.with(dealt, other, poisoned) : sent);
    state =
        accept(
            state,
            honest.stream()
                .map(id ->
                    MaskedInputCommitment.sign(
                        hybrid.round.record().kind(),
                        dealt.context(),
                        id,
                        RecordedRound.ROOT,
                        hybrid.round.identity(id))));
    state = accept(state, new DeadlinePassed(Phase.MASKED_INPUT));
    state = accept(state, honest.stream().map(id -> answer(hybrid, id)));
    attack.ended(state, AbortReason.MASK_KEY_MISMATCH, "encapsulation");
  }

  /// What an honest participant would answer if the liar, and not the last, had left.
  private UnmaskAnswer answer(RecordedRound hybrid, ParticipantId sender) {
    Victim honest = new Victim(hybrid, 1, 2);
    var survivors = new TreeSet<>(hybrid.round.identities().keySet());
    survivors.remove(liar);
    var committed = honest.committed(honest.masking(sender));
    return (UnmaskAnswer)
        honest.tell(committed, honest.asking(survivors, new TreeMap<>())).toSend().orElseThrow();
  }

  /// The coordinator after the last phase, in which the answers of some have one share replaced.
  private static CoordinatorState lastPhase(
      RecordedRound run, Set<ParticipantId> liars, int reveal) {
    return run.after(
        Phase.UNMASK,
        sent -> liars.contains(sent.sender()) ? poisoned((UnmaskAnswer) sent, reveal) : sent);
  }

  private static UnmaskAnswer poisoned(UnmaskAnswer answer, int position) {
    List<Reveal> reveals = new ArrayList<>(answer.reveals());
    byte[] wrong = reveals.get(position).share().expose();
    wrong[5] ^= 1;
    reveals.set(position, Lies.with(reveals.get(position), wrong));
    return new UnmaskAnswer(answer.context(), answer.sender(), reveals);
  }

  private ParticipantMessage message(Phase phase) {
    return run.messages.get(phase).get(liar);
  }
}
