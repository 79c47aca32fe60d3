package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Answered;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import io.privirec.secagg.participant.ParticipantStateCodec;
import io.privirec.secagg.participant.ParticipantStep;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that wants more opened than one sum over enough.
@ExtendWith(AttackLedger.class)
class UnmaskAttackTest {
  private final Victim victim = Victim.ofFive();
  private final SortedSet<ParticipantId> survivors = victim.request().survivors();

  /// First the leaver is dead, then it is alive.
  @Test
  void unmask_bothSharesOverTwoRequests_isRefused(Attack attack) {
    attack.refused(
        victim.tell(
            victim.when(Answered.class),
            victim.asking(victim.withLeaver(), victim.request().signatures())),
        AbortReason.EQUIVOCATION,
        revealedAndSecret());
  }

  @Test
  void unmask_bothSharesAfterARestart_isRefused(Attack attack) throws GeneralSecurityException {
    for (ParticipantState state :
        List.of(victim.when(Confirmed.class), victim.when(Answered.class))) {
      ParticipantState restarted =
          ParticipantStateCodec.decode(ParticipantStateCodec.encode(state));
      ParticipantStep first = victim.tell(restarted, victim.told(UnmaskRequest.class));
      assertThat(first.toSend()).isEqualTo(victim.when(Answered.class).pending());
      ParticipantState again =
          ParticipantStateCodec.decode(ParticipantStateCodec.encode(first.state()));
      attack.refused(
          victim.tell(again, victim.asking(victim.withLeaver(), victim.request().signatures())),
          AbortReason.EQUIVOCATION,
          revealedAndSecret());
    }
  }

  /// The honest request again, as often as you like, is answered with the bytes of the first time.
  @Test
  void unmask_sameRequestAgain_givesNothingNew() {
    Answered answered = victim.when(Answered.class);
    ParticipantStep again = victim.tell(answered, victim.told(UnmaskRequest.class));
    assertThat(again.state()).isSameAs(answered);
    assertThat(again.toSend().orElseThrow().encode()).isEqualTo(answered.answer().encode());
  }

  @Test
  void unmask_requestOfAnotherRoundReplayed_isRefused(Attack attack) {
    Victim before = new Victim(RecordedRound.ofFive(2), 1, 2);
    UnmaskRequest replayed = before.told(UnmaskRequest.class);
    attack.refused(victim, Confirmed.class, replayed, AbortReason.CONTEXT_MISMATCH);
    attack.refused(
        victim.tell(victim.when(Answered.class), replayed),
        AbortReason.EQUIVOCATION,
        revealedAndSecret());
  }

  @Test
  void unmask_survivorsOfAnotherRoundReplayed_areRefused(Attack attack) {
    Victim before = new Victim(RecordedRound.ofFive(2), 1, 2);
    attack.refused(
        victim, Committed.class, before.told(SurvivorList.class), AbortReason.CONTEXT_MISMATCH);
  }

  @Test
  void unmask_signaturesOfAnotherRoundReplayed_areRefused(Attack attack) {
    Victim before = new Victim(RecordedRound.ofFive(2), 1, 2);
    asked(attack, survivors, before.request().signatures(), AbortReason.SURVIVOR_SIGNATURE_INVALID);
  }

  /// Who is dead follows from who is not alive; a stranger can be made neither.
  @Test
  void survivors_whoNeverSharedKeys_areRefused(Attack attack) {
    named(attack, Lies.with(survivors, new ParticipantId("zoe")), AbortReason.UNKNOWN_PARTICIPANT);
  }

  /// Somebody who left before shares were exchanged is in nobody's masks: it can be called neither
  /// survivor nor dropout, and its mask key is asked of nobody.
  @Test
  void survivors_whoLeftBeforeSharesWereExchanged_areRefused(Attack attack) {
    Victim ofSix = new Victim(RecordedRound.of(6, 3), 1, 2);
    ParticipantId gone = ofSix.run.round.id(4);
    ParticipantStep masking =
        ofSix.tell(ofSix.when(ParticipantState.Shared.class), ofSix.deliveringWithout(gone));
    ParticipantState committed = ofSix.committed(masking.state());
    attack.refused(
        ofSix,
        committed,
        ofSix.naming(ofSix.request().survivors()),
        AbortReason.UNKNOWN_PARTICIPANT);
    SortedSet<ParticipantId> rest = Lies.without(ofSix.request().survivors(), gone);
    ParticipantStep confirmed = ofSix.tell(committed, ofSix.naming(rest));
    assertThat(confirmed.state()).isInstanceOf(Confirmed.class);
  }

  @Test
  void survivors_belowTheMinimum_areRefused(Attack attack) {
    List<ParticipantId> others = survivors.stream().filter(id -> !id.equals(victim.self)).toList();
    for (int named = 0; named < 3; named++) {
      TreeSet<ParticipantId> few = new TreeSet<>(others.subList(0, named));
      few.add(victim.self);
      named(attack, few, AbortReason.TOO_FEW_SURVIVORS);
    }
  }

  @Test
  void survivors_withoutTheVictim_areRefused(Attack attack) {
    named(attack, Lies.without(victim.withLeaver(), victim.self), AbortReason.NOT_A_SURVIVOR);
  }

  @Test
  void survivors_otherListToTheSameParticipant_areRefused(Attack attack) {
    for (ParticipantState state :
        List.of(victim.when(Confirmed.class), victim.when(Answered.class))) {
      attack.refused(victim, state, victim.naming(victim.withLeaver()), AbortReason.EQUIVOCATION);
    }
  }

  @Test
  void unmask_otherSurvivorsThanWereSigned_isRefused(Attack attack) {
    asked(
        attack, victim.withLeaver(), victim.request().signatures(), AbortReason.SURVIVORS_CHANGED);
  }

  @Test
  void unmask_withoutTheConsistencyCheck_isRefused(Attack attack) {
    attack.refused(
        victim, Committed.class, victim.told(UnmaskRequest.class), AbortReason.OUT_OF_ORDER);
  }

  @Test
  void unmask_beforeAnythingWasMasked_isRefused(Attack attack) {
    for (ParticipantState state : victim.run.states.get(victim.self).subList(0, 3)) {
      attack.refused(victim, state, victim.told(UnmaskRequest.class), AbortReason.OUT_OF_ORDER);
    }
  }

  @Test
  void signatures_fewerThanTheThreshold_areRefused(Attack attack) {
    TreeMap<ParticipantId, ByteString> few = new TreeMap<>(victim.request().signatures());
    while (!few.isEmpty()) {
      few.pollFirstEntry();
      asked(attack, survivors, few, AbortReason.TOO_FEW_SIGNATURES);
    }
  }

  @Test
  void signatures_oneForged_areRefused(Attack attack) {
    var genuine = victim.request().signatures();
    byte[] flipped = genuine.get(victim.peer).bytes();
    flipped[0] ^= 1;
    for (ByteString wrong :
        List.of(
            ByteString.copyOf(flipped),
            ByteString.copyOf(new byte[64]),
            genuine.get(victim.self))) {
      asked(
          attack,
          survivors,
          Lies.with(genuine, victim.peer, wrong),
          AbortReason.SURVIVOR_SIGNATURE_INVALID);
    }
  }

  /// What a peer signed is another survivor set.
  @Test
  void signatures_ofOtherSurvivors_areRefused(Attack attack) {
    Confirmed elsewhere =
        (Confirmed)
            victim
                .tell(
                    victim.stateOf(victim.peer, Committed.class),
                    victim.naming(victim.withLeaver()))
                .state();
    var mixed =
        Lies.with(victim.request().signatures(), victim.peer, elsewhere.signature().signature());
    asked(attack, survivors, mixed, AbortReason.SURVIVOR_SIGNATURE_INVALID);
  }

  @Test
  void signatures_ofTheDead_areRefused(Attack attack) {
    var genuine = victim.request().signatures();
    var withDead = Lies.with(genuine, victim.leaver, genuine.get(victim.self));
    asked(attack, survivors, withDead, AbortReason.UNKNOWN_PARTICIPANT);
  }

  /// One signature stands for one participant: a list that has it twice has no encoding.
  @Test
  void signatures_oneRepeated_isNoMessage(Attack attack) {
    byte[] encoded = victim.request().encode();
    int last = encoded.length - 2 * (5 + 64);
    System.arraycopy(encoded, last, encoded, last + 5 + 64, 5 + 64);
    attack.impossible(() -> CoordinatorMessage.decode(encoded), "ascend");
  }

  /// Both shares of one participant in one answer, or one reveal twice.
  @Test
  void unmask_bothSharesInOneAnswer_isNoMessage(Attack attack) {
    UnmaskAnswer answer = victim.when(Answered.class).answer();
    Reveal dead = answer.reveals().getLast();
    List<Reveal> both = new ArrayList<>(answer.reveals());
    both.add(new Reveal.SelfMaskShare(dead.owner(), dead.share()));
    attack.impossible(
        () -> new UnmaskAnswer(answer.context(), victim.self, both), "ascend by participant id");
  }

  /// In a semi-honest round too, one answer is all there is.
  @Test
  void unmask_bothSharesInASemiHonestRound_isRefused(Attack attack) {
    Victim trusting = new Victim(TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 5), 1));
    SortedSet<ParticipantId> everyone = trusting.withLeaver();
    attack.refused(
        trusting,
        Answered.class,
        trusting.asking(everyone, new TreeMap<>()),
        AbortReason.EQUIVOCATION);
    TreeSet<ParticipantId> few = new TreeSet<>(List.of(trusting.self, trusting.peer));
    attack.refused(
        trusting,
        Committed.class,
        trusting.asking(few, new TreeMap<>()),
        AbortReason.TOO_FEW_SURVIVORS);
    attack.refused(
        trusting,
        Committed.class,
        new UnmaskRequest(Digest.of(new byte[] {1}), everyone, new TreeMap<>()),
        AbortReason.CONTEXT_MISMATCH);
  }

  private void asked(
      Attack attack,
      SortedSet<ParticipantId> about,
      SortedMap<ParticipantId, ByteString> signatures,
      AbortReason reason) {
    attack.refused(victim, Confirmed.class, victim.asking(about, signatures), reason);
  }

  private void named(Attack attack, SortedSet<ParticipantId> survivors, AbortReason reason) {
    attack.refused(victim, Committed.class, victim.naming(survivors), reason);
  }

  /// What is never disclosed, and what was disclosed once but goes with the aborted state.
  private List<String> revealedAndSecret() {
    List<String> secrets = new ArrayList<>(victim.secrets());
    victim
        .when(Answered.class)
        .answer()
        .reveals()
        .forEach(reveal -> secrets.add(ByteString.copyOf(reveal.share().expose()).toString()));
    return secrets;
  }
}
