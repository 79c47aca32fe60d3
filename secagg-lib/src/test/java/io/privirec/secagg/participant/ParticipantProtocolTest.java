package io.privirec.secagg.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.UnmaskAnswer;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.KeysPublished;
import io.privirec.secagg.participant.ParticipantEvent.SharesDelivered;
import io.privirec.secagg.participant.ParticipantEvent.SurvivorsNamed;
import io.privirec.secagg.participant.ParticipantEvent.UnmaskRequested;
import io.privirec.secagg.roster.Roster;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The participant against a coordinator that does everything wrong.
class ParticipantProtocolTest {
  private static final Digest OTHER = Digest.of(new byte[] {7});

  private final RecordedRound run = RecordedRound.ofFive(1);
  private final SecureRandom random = new SeededRandom(2);
  private final ParticipantId self = run.round.id(1);
  private final ParticipantId peer = run.round.id(2);
  private final List<ParticipantState> states = run.states.get(self);
  private final List<ParticipantEvent> events = run.events.get(self);

  private final ParticipantState advertised = states.get(0);
  private final ParticipantState shared = states.get(1);
  private final ParticipantState masking = states.get(2);
  private final ParticipantState committed = states.get(3);
  private final ParticipantState confirmed = states.get(4);
  private final ParticipantState answered = states.get(5);

  private final AdvertisedKeys keys = ((KeysPublished) events.get(0)).keys();
  private final DeliveredShares shares = ((SharesDelivered) events.get(1)).shares();
  private final UnmaskRequest request = ((UnmaskRequested) events.get(4)).request();
  private final SurvivorList survivors = ((SurvivorsNamed) events.get(3)).list();

  @Test
  void join_recordNotSignedByThePinnedKey_aborts() {
    Membership own = run.round.membership(self);
    PublicIdentityKey stranger = IdentityKeyPair.generate(random).publicKey();
    ParticipantStep step =
        join(new Membership(self, own.identity(), stranger, own.roster(), own.least()));
    assertAborted(step.state(), AbortReason.RECORD_SIGNATURE_INVALID);
    assertThat(step.toSend()).isEmpty();
  }

  @Test
  void join_cohortWithoutOrWithAnotherKey_aborts() {
    Membership own = run.round.membership(self);
    ParticipantId stranger = new ParticipantId("stranger");
    IdentityKeyPair others = run.round.identity(peer);
    PublicIdentityKey pinned = own.coordinatorKey();
    assertAborted(
        join(new Membership(stranger, own.identity(), pinned, own.roster(), own.least())).state(),
        AbortReason.NOT_IN_COHORT);
    assertAborted(
        join(new Membership(self, others, pinned, own.roster(), own.least())).state(),
        AbortReason.IDENTITY_KEY_MISMATCH);
  }

  @Test
  void join_weakerThanAccepted_aborts() {
    TestRound weak = TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 5), 1);
    Membership own = weak.membership(self);
    Membership strict =
        new Membership(
            self, own.identity(), own.coordinatorKey(), own.roster(), ThreatModel.SEMI_MALICIOUS);
    assertAborted(
        ParticipantProtocol.join(weak.signed(), strict, random).state(),
        AbortReason.THREAT_MODEL_TOO_WEAK);
    assertThat(ParticipantProtocol.join(weak.signed(), own, random).state())
        .isInstanceOf(ParticipantState.Advertised.class);
  }

  /// A coordinator that invents participants, or swaps the key of one, and surrounds a victim.
  @Test
  void join_cohortOutsideTheRoster_aborts() throws GeneralSecurityException {
    Membership own = run.round.membership(self);
    List<CohortMember> cohort = run.round.record().cohort();
    List<CohortMember> swapped = new ArrayList<>(cohort);
    swapped.set(2, new CohortMember(peer, IdentityKeyPair.generate(random).publicKey()));
    for (List<CohortMember> members : List.of(cohort.subList(0, 4), swapped)) {
      assertAborted(
          join(with(own, Optional.of(Roster.ofOneCell(1, members)))).state(),
          AbortReason.OUTSIDE_ROSTER);
    }
    assertAborted(join(with(own, Optional.empty())).state(), AbortReason.ROSTER_MISSING);
  }

  /// Row: state. Column: event. What was seen before changes nothing, what comes next goes on, and
  /// what comes too early aborts; the participant's own event too early is a fault of its program.
  @Test
  void step_everyEventInEveryState_goesOnStaysOrAborts() {
    for (int s = 0; s < states.size(); s++) {
      for (int e = 0; e < events.size(); e++) {
        ParticipantState state = states.get(s);
        ParticipantEvent event = events.get(e);
        if (e > s && event instanceof InputCommitted) {
          assertThatThrownBy(() -> step(state, event)).isInstanceOf(IllegalStateException.class);
        } else if (e > s) {
          assertAborted(step(state, event), AbortReason.OUT_OF_ORDER);
        } else if (e < s) {
          ParticipantStep again = ParticipantProtocol.step(state, event, random);
          assertThat(again.state()).isSameAs(state);
          assertThat(again.toSend()).isEqualTo(state.pending());
        } else {
          assertThat(step(state, event)).hasSameClassAs(states.get(s + 1));
        }
      }
    }
  }

  @Test
  void step_onceAborted_staysSo() {
    ParticipantState aborted = step(advertised, events.get(1));
    for (ParticipantEvent event : events) {
      assertThat(step(aborted, event)).isSameAs(aborted);
    }
  }

  @Test
  void step_everyEventAgainWithOtherContent_aborts() {
    AdvertisedKeys otherKeys = without(peer);
    TreeMap<ParticipantId, ShareEnvelope> fewer = new TreeMap<>(shares.bySender());
    fewer.remove(peer);
    DeliveredShares otherShares = new DeliveredShares(shares.context(), self, fewer);
    for (int s = 1; s < states.size(); s++) {
      assertAborted(step(states.get(s), new KeysPublished(otherKeys)), AbortReason.EQUIVOCATION);
    }
    for (int s = 2; s < states.size(); s++) {
      assertAborted(
          step(states.get(s), new SharesDelivered(otherShares)), AbortReason.EQUIVOCATION);
    }
    for (int s = 3; s < states.size(); s++) {
      assertAborted(step(states.get(s), new InputCommitted(OTHER)), AbortReason.INPUT_CHANGED);
    }
  }

  @Test
  void keysPublished_ofAnotherRound_aborts() {
    RecordedRound other = RecordedRound.ofFive(9);
    assertAborted(step(advertised, other.events.get(self).get(0)), AbortReason.CONTEXT_MISMATCH);
  }

  @Test
  void keysPublished_ownMissingOrChanged_aborts() {
    assertAborted(step(advertised, new KeysPublished(without(self))), AbortReason.OWN_KEYS_CHANGED);
    KeyAdvertisement fresh = (KeyAdvertisement) run.join(self).toSend().orElseThrow();
    assertAborted(step(advertised, new KeysPublished(with(fresh))), AbortReason.OWN_KEYS_CHANGED);
  }

  @Test
  void keysPublished_tooFew_aborts() {
    AdvertisedKeys few =
        new AdvertisedKeys(
            keys.context(),
            keys.advertisements().stream().filter(a -> a.sender().compareTo(peer) <= 0).toList());
    assertAborted(step(advertised, new KeysPublished(few)), AbortReason.TOO_FEW_SURVIVORS);
  }

  @Test
  void keysPublished_oneFromAStranger_aborts() {
    ParticipantId stranger = new ParticipantId("zoe");
    KeyAdvertisement foreign =
        KeyAdvertisement.sign(
            keys.context(),
            stranger,
            freshKey(),
            Optional.of(freshKey()),
            Optional.empty(),
            IdentityKeyPair.generate(random));
    assertAborted(
        step(advertised, new KeysPublished(with(foreign))), AbortReason.UNKNOWN_PARTICIPANT);
  }

  @Test
  void keysPublished_keySwappedByTheCoordinator_aborts() {
    KeyAdvertisement theirs = keys.of(peer).orElseThrow();
    KeyAdvertisement swapped =
        new KeyAdvertisement(
            keys.context(),
            peer,
            freshKey(),
            theirs.channelKey(),
            Optional.empty(),
            theirs.signature());
    assertAborted(
        step(advertised, new KeysPublished(with(swapped))),
        AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
  }

  @Test
  void keysPublished_ownKeyReflectedOrAnyKeyTwice_aborts() {
    KeyAdvertisement own = keys.of(self).orElseThrow();
    AgreementPublicKey one = freshKey();
    for (KeyAdvertisement bad :
        List.of(
            signed(peer, own.maskKey(), freshKey()),
            signed(peer, freshKey(), own.maskKey()),
            signed(peer, one, one),
            signed(peer, keys.of(run.round.id(0)).orElseThrow().maskKey(), freshKey()))) {
      assertAborted(step(advertised, new KeysPublished(with(bad))), AbortReason.DUPLICATE_KEY);
    }
  }

  @Test
  void keysPublished_keyOfSmallOrder_aborts() {
    AgreementPublicKey zero = AgreementPublicKey.fromBytes(new byte[32]);
    assertAborted(
        step(advertised, new KeysPublished(with(signed(peer, zero, freshKey())))),
        AbortReason.INVALID_KEY);
    assertAborted(
        step(advertised, new KeysPublished(with(signed(peer, freshKey(), zero)))),
        AbortReason.INVALID_KEY);
  }

  @Test
  void sharesDelivered_oneBitFlipped_abortsAndNeverSkips() {
    ShareEnvelope genuine = shares.bySender().get(peer);
    byte[] flipped = genuine.ciphertext().bytes();
    flipped[40] ^= 1;
    ByteString none = ByteString.copyOf(new byte[0]);
    ShareEnvelope changed =
        new ShareEnvelope(none, none, ByteString.copyOf(flipped), genuine.signature());
    assertAborted(step(shared, delivering(peer, changed)), AbortReason.SHARE_INVALID);
  }

  @Test
  void sharesDelivered_ofAnotherSenderOrDirection_aborts() {
    ShareEnvelope others = shares.bySender().get(run.round.id(3));
    assertAborted(step(shared, delivering(peer, others)), AbortReason.SHARE_INVALID);
    ParticipantState.Shared own = (ParticipantState.Shared) shared;
    ShareEnvelope reflected = own.shares().byRecipient().get(peer);
    assertAborted(step(shared, delivering(peer, reflected)), AbortReason.SHARE_INVALID);
  }

  @Test
  void sharesDelivered_fromSelfOrAStranger_aborts() {
    ShareEnvelope any = shares.bySender().get(peer);
    for (ParticipantId wrong : List.of(self, new ParticipantId("zoe"))) {
      assertAborted(step(shared, delivering(wrong, any)), AbortReason.UNKNOWN_PARTICIPANT);
    }
  }

  @Test
  void sharesDelivered_tooFewOrForAnother_aborts() {
    TreeMap<ParticipantId, ShareEnvelope> few = new TreeMap<>(shares.bySender().headMap(peer));
    assertAborted(
        step(shared, new SharesDelivered(new DeliveredShares(shares.context(), self, few))),
        AbortReason.TOO_FEW_SURVIVORS);
    assertAborted(
        step(
            shared,
            new SharesDelivered(new DeliveredShares(shares.context(), peer, shares.bySender()))),
        AbortReason.CONTEXT_MISMATCH);
    assertAborted(
        step(shared, new SharesDelivered(new DeliveredShares(OTHER, self, shares.bySender()))),
        AbortReason.CONTEXT_MISMATCH);
  }

  @Test
  void survivorsNamed_withoutSelfOrWithAStranger_aborts() {
    TreeSet<ParticipantId> withoutSelf = new TreeSet<>(request.survivors());
    withoutSelf.remove(self);
    withoutSelf.add(run.round.id(4));
    assertAborted(step(committed, naming(withoutSelf)), AbortReason.NOT_A_SURVIVOR);
    TreeSet<ParticipantId> withStranger = new TreeSet<>(request.survivors());
    withStranger.add(new ParticipantId("zoe"));
    assertAborted(step(committed, naming(withStranger)), AbortReason.UNKNOWN_PARTICIPANT);
  }

  @Test
  void survivorsNamed_tooFewOrOfAnotherRound_aborts() {
    TreeSet<ParticipantId> few = new TreeSet<>(List.of(self, peer));
    assertAborted(step(committed, naming(few)), AbortReason.TOO_FEW_SURVIVORS);
    assertAborted(
        step(committed, new SurvivorsNamed(new SurvivorList(OTHER, request.survivors()))),
        AbortReason.CONTEXT_MISMATCH);
  }

  /// A coordinator that has one set signed and asks to unmask another.
  @Test
  void unmaskRequested_otherSurvivorsThanSigned_aborts() {
    TreeSet<ParticipantId> everyone = new TreeSet<>(request.survivors());
    everyone.add(run.round.id(4));
    assertAborted(
        step(confirmed, asking(everyone, request.signatures())), AbortReason.SURVIVORS_CHANGED);
    assertAborted(
        step(
            confirmed,
            new UnmaskRequested(
                new UnmaskRequest(OTHER, request.survivors(), request.signatures()))),
        AbortReason.CONTEXT_MISMATCH);
  }

  @Test
  void unmaskRequested_withoutAskingForSignatures_aborts() {
    assertAborted(step(committed, events.get(4)), AbortReason.OUT_OF_ORDER);
  }

  @Test
  void unmaskRequested_signaturesTooFewForgedOrOfStrangers_aborts() {
    TreeMap<ParticipantId, ByteString> few = new TreeMap<>(request.signatures());
    few.remove(peer);
    assertAborted(
        step(confirmed, asking(request.survivors(), few)), AbortReason.TOO_FEW_SIGNATURES);
    TreeMap<ParticipantId, ByteString> forged = new TreeMap<>(request.signatures());
    forged.put(peer, request.signatures().get(self));
    assertAborted(
        step(confirmed, asking(request.survivors(), forged)),
        AbortReason.SURVIVOR_SIGNATURE_INVALID);
    TreeMap<ParticipantId, ByteString> foreign = new TreeMap<>(request.signatures());
    foreign.put(run.round.id(4), request.signatures().get(self));
    assertAborted(
        step(confirmed, asking(request.survivors(), foreign)), AbortReason.UNKNOWN_PARTICIPANT);
  }

  @Test
  void unmaskRequested_once_revealsOneShareOfEach() {
    UnmaskAnswer answer = (UnmaskAnswer) step(confirmed, events.get(4)).pending().orElseThrow();
    assertThat(answer.reveals()).hasSize(5);
    for (Reveal reveal : answer.reveals()) {
      boolean survived = request.survivors().contains(reveal.owner());
      assertThat(reveal)
          .isInstanceOf(survived ? Reveal.SelfMaskShare.class : Reveal.MaskKeyShare.class);
    }
  }

  /// Two requests that call one participant first alive and then dead would disclose both its
  /// secrets.
  @Test
  void unmaskRequested_secondTimeWithOtherSurvivors_abortsAndRevealsNothing() {
    TreeSet<ParticipantId> everyone = new TreeSet<>(request.survivors());
    everyone.add(run.round.id(4));
    ParticipantStep step =
        ParticipantProtocol.step(answered, asking(everyone, request.signatures()), random);
    assertAborted(step.state(), AbortReason.EQUIVOCATION);
    assertThat(step.toSend()).isEmpty();
  }

  @Test
  void mask_chunkOfAnotherShape_refuses() {
    InputMasker masker = ((ParticipantState.Masking) masking).masker();
    assertThatThrownBy(() -> masker.mask(0, RingVector.zero(Ring.BITS_32, 5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> masker.mask(0, RingVector.zero(Ring.BITS_64, 4)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> masker.mask(3, RingVector.zero(Ring.BITS_32, 4)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void phase_ofEachState_isThatOfItsMessage() {
    assertThat(states)
        .extracting(state -> state.phase().orElseThrow())
        .containsExactly(
            Phase.ADVERTISE_KEYS,
            Phase.SHARE_KEYS,
            Phase.MASKED_INPUT,
            Phase.MASKED_INPUT,
            Phase.CONSISTENCY_CHECK,
            Phase.UNMASK);
  }

  @Test
  void toString_ofEachState_showsNoSecret() {
    ParticipantState.Shared state = (ParticipantState.Shared) shared;
    for (byte[] secret :
        List.of(
            state.selfMaskSeed().expose(),
            state.ownShare().orElseThrow().expose(),
            state.maskKeys().seed().expose(),
            state.identity().seed().expose())) {
      String hex = ByteString.copyOf(secret).toString();
      for (ParticipantState each : states) {
        assertThat(each.toString()).doesNotContain(hex);
      }
    }
  }

  private ParticipantStep join(Membership membership) {
    return ParticipantProtocol.join(run.round.signed(), membership, random);
  }

  private static Membership with(Membership membership, Optional<Roster> roster) {
    return new Membership(
        membership.self(),
        membership.identity(),
        membership.coordinatorKey(),
        roster,
        membership.least());
  }

  private ParticipantState step(ParticipantState state, ParticipantEvent event) {
    return ParticipantProtocol.step(state, event, random).state();
  }

  private SurvivorsNamed naming(SortedSet<ParticipantId> named) {
    return new SurvivorsNamed(new SurvivorList(survivors.context(), named));
  }

  private UnmaskRequested asking(
      SortedSet<ParticipantId> named, SortedMap<ParticipantId, ByteString> signatures) {
    return new UnmaskRequested(new UnmaskRequest(request.context(), named, signatures));
  }

  private SharesDelivered delivering(ParticipantId sender, ShareEnvelope ciphertext) {
    TreeMap<ParticipantId, ShareEnvelope> bySender = new TreeMap<>(shares.bySender());
    bySender.put(sender, ciphertext);
    return new SharesDelivered(new DeliveredShares(shares.context(), self, bySender));
  }

  private AdvertisedKeys without(ParticipantId sender) {
    return new AdvertisedKeys(
        keys.context(),
        keys.advertisements().stream().filter(a -> !a.sender().equals(sender)).toList());
  }

  private AdvertisedKeys with(KeyAdvertisement advertisement) {
    List<KeyAdvertisement> all = new ArrayList<>(without(advertisement.sender()).advertisements());
    all.add(advertisement);
    all.sort(java.util.Comparator.comparing(KeyAdvertisement::sender));
    return new AdvertisedKeys(keys.context(), all);
  }

  private KeyAdvertisement signed(
      ParticipantId sender, AgreementPublicKey maskKey, AgreementPublicKey channelKey) {
    return KeyAdvertisement.sign(
        keys.context(),
        sender,
        maskKey,
        Optional.of(channelKey),
        Optional.empty(),
        run.round.identity(sender));
  }

  private AgreementPublicKey freshKey() {
    return AgreementKeyPair.generate(random).publicKey();
  }

  private static void assertAborted(ParticipantState state, AbortReason reason) {
    assertThat(state)
        .isInstanceOfSatisfying(
            ParticipantState.Aborted.class,
            aborted -> assertThat(aborted.reason()).isEqualTo(reason));
    assertThat(state.pending()).isEmpty();
    assertThat(state.phase()).isEmpty();
  }
}
