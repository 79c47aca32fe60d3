package io.privirec.secagg.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.peer.PeerParty.Outgoing;
import io.privirec.secagg.peer.PeerViolation.Kind;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerPartyTest {
  private static final int LENGTH = 500;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
  private final SortedMap<ParticipantId, AgreementKeyPair> agreements = new TreeMap<>();
  private KeyAgreement agreement = KeyAgreement.X25519;
  private PeerGroup group = withMembers(4);

  private PeerGroup withMembers(int count) {
    identities.clear();
    agreements.clear();
    SortedMap<ParticipantId, PublicIdentityKey> members = new TreeMap<>();
    for (int n = 0; n < count; n++) {
      ParticipantId id = id(n);
      identities.put(id, IdentityKeyPair.generate(RANDOM));
      agreements.put(id, AgreementKeyPair.generate(agreement, RANDOM));
      members.put(id, identities.get(id).publicKey());
    }
    group = new PeerGroup(Digest.of(new byte[] {1}), agreement, members);
    return group;
  }

  private static ParticipantId id(int n) {
    return new ParticipantId("p" + n);
  }

  private PeerParty party(int n, boolean masked, int... neighbours) {
    return party(n, masked ? PeerSpread.PASSED_ON : PeerSpread.IN_CLEAR, neighbours);
  }

  private PeerParty party(int n, PeerSpread spread, int... neighbours) {
    SortedSet<ParticipantId> others = new TreeSet<>();
    Arrays.stream(neighbours).forEach(other -> others.add(id(other)));
    return new PeerParty(
        group,
        id(n),
        identities.get(id(n)),
        agreements.get(id(n)),
        others,
        spread,
        LENGTH,
        RANDOM,
        () -> {});
  }

  private List<PeerParty> ring(int count, boolean masked) {
    withMembers(count);
    List<PeerParty> parties = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      parties.add(party(n, masked, (n + 1) % count, (n + count - 1) % count));
    }
    return parties;
  }

  private static PeerParty of(List<PeerParty> parties, ParticipantId id) {
    return parties.stream().filter(party -> party.self().equals(id)).findFirst().orElseThrow();
  }

  /// What arrives where, until nothing is left to send: some envelopes are lost on the way, and
  /// some come twice.
  private static List<byte[]> exchange(List<PeerParty> parties, Random chance, double loss)
      throws GeneralSecurityException {
    List<byte[]> seen = new ArrayList<>();
    boolean sent = true;
    while (sent) {
      sent = false;
      for (PeerParty party : parties) {
        for (ParticipantId neighbour : party.neighbours()) {
          Optional<Outgoing> next = party.next(neighbour);
          if (next.isEmpty()) {
            continue;
          }
          sent = true;
          byte[] envelope = next.get().envelope().bytes();
          seen.add(envelope);
          if (chance.nextDouble() < loss) {
            continue;
          }
          of(parties, neighbour).receive(PeerEnvelope.decode(envelope));
          if (chance.nextDouble() < loss) {
            assertThat(of(parties, neighbour).receive(PeerEnvelope.decode(envelope))).isFalse();
          }
          party.delivered(next.get());
        }
      }
    }
    return seen;
  }

  private static void agree(List<PeerParty> parties) throws GeneralSecurityException {
    exchange(parties, new Random(1), 0.2);
    for (PeerParty party : parties) {
      party.agree();
    }
  }

  private static long[] vector(long seed) {
    return new Random(seed).longs(LENGTH, -1_000_000, 1_000_000).toArray();
  }

  private static long[] sum(int count, int step) {
    long[] sum = new long[LENGTH];
    for (int n = 0; n < count; n++) {
      long[] own = vector(100L * step + n);
      Arrays.setAll(sum, i -> sum[i] + own[i]);
    }
    return sum;
  }

  private static void say(List<PeerParty> parties, int step) {
    for (int n = 0; n < parties.size(); n++) {
      say(parties.get(n), step, vector(100L * step + n), _ -> {});
    }
  }

  private static void say(
      PeerParty party, int step, long[] vector, java.util.function.Consumer<Digest> first) {
    party.say(step, vector, step == 1 ? party.context() : party.heard(step - 1), first);
  }

  @Test
  void totals_onRingsOfAnySize_areTheSumsOfAllVectors() throws GeneralSecurityException {
    for (KeyAgreement each : KeyAgreement.values()) {
      for (int count : new int[] {3, 4, 7}) {
        agreement = each;
        requireTotals(count);
      }
    }
  }

  private void requireTotals(int count) throws GeneralSecurityException {
    List<PeerParty> parties = ring(count, true);
    agree(parties);
    for (int step = 1; step <= 4; step++) {
      say(parties, step);
      exchange(parties, new Random(step), 0.3);
      for (PeerParty party : parties) {
        assertThat(party.total(step)).isEqualTo(sum(count, step));
      }
    }
  }

  /// Everybody sends to everybody: nothing is passed on, until somebody lacks something.
  @Test
  void vectors_whereAllAreNeighbours_arePassedOnOnlyAfterALoss() throws GeneralSecurityException {
    withMembers(4);
    List<PeerParty> parties = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      int self = n;
      parties.add(
          party(n, PeerSpread.DIRECT, IntStream.range(0, 4).filter(i -> i != self).toArray()));
    }
    agree(parties);
    say(parties, 1);
    assertThat(exchange(parties, new Random(1), 0)).hasSize(12);
    say(parties, 2);
    for (ParticipantId neighbour : parties.get(3).neighbours()) {
      Outgoing lost = parties.get(3).next(neighbour).orElseThrow();
      if (!neighbour.equals(id(0))) {
        of(parties, neighbour).receive(PeerEnvelope.decode(lost.envelope().bytes()));
      }
      parties.get(3).delivered(lost);
    }
    exchange(parties, new Random(2), 0);
    assertThat(parties.get(0).missing(2)).containsExactly(id(3));
    parties.get(1).passOnForAWhile();
    exchange(parties, new Random(3), 0);
    assertThat(parties.get(0).total(2)).isEqualTo(sum(4, 2));
  }

  @Test
  void vectorsInClear_areThoseOfNeighbours() throws GeneralSecurityException {
    List<PeerParty> parties = ring(4, false);
    agree(parties);
    say(parties, 1);
    exchange(parties, new Random(2), 0.3);
    assertThat(parties.getFirst().vectors(1).keySet()).containsExactly(id(0), id(1), id(3));
    assertThat(parties.getFirst().vectors(1).get(id(3))).isEqualTo(vector(103));
  }

  @Test
  void peer_thatLostAll_isSentItAgain() throws GeneralSecurityException {
    List<PeerParty> parties = ring(4, true);
    agree(parties);
    say(parties, 1);
    exchange(parties, new Random(3), 0.2);
    parties.set(2, party(2, true, 1, 3));
    parties.forEach(PeerPartyTest::sendAllAgain);
    exchange(parties.stream().filter(p -> !p.self().equals(id(2))).toList(), parties);
    parties.get(2).agree();
    say(parties.get(2), 1, vector(102), _ -> {});
    exchange(parties, new Random(4), 0.2);
    assertThat(parties.get(2).total(1)).isEqualTo(sum(4, 1));
  }

  /// Those who have keys send them to one who has none yet, and keep vectors back that it cannot
  /// open.
  private static void exchange(List<PeerParty> from, List<PeerParty> all)
      throws GeneralSecurityException {
    for (PeerParty party : from) {
      for (ParticipantId neighbour : party.neighbours()) {
        Optional<Outgoing> next = party.next(neighbour);
        while (next.isPresent() && next.get().step() == 0) {
          of(all, neighbour).receive(PeerEnvelope.decode(next.get().envelope().bytes()));
          party.delivered(next.get());
          next = party.next(neighbour);
        }
      }
    }
  }

  @Test
  void step_saidAgain_isTheSameBytesAndNoOther() throws GeneralSecurityException {
    List<PeerParty> parties = ring(3, true);
    agree(parties);
    List<Digest> said = new ArrayList<>();
    say(parties.getFirst(), 1, vector(1), said::add);
    say(parties.getFirst(), 1, vector(1), said::add);
    assertThat(said).hasSize(2);
    assertThat(said.get(1)).isEqualTo(said.get(0));
    assertThatThrownBy(() -> say(parties.getFirst(), 1, vector(2), _ -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void envelope_altered_isForged() throws GeneralSecurityException {
    List<PeerParty> parties = ring(3, true);
    agree(parties);
    say(parties, 1);
    byte[] good = parties.get(0).next(id(1)).orElseThrow().envelope().bytes();
    Random chance = new Random(5);
    for (int round = 0; round < 200; round++) {
      byte[] bad = good.clone();
      bad[chance.nextInt(bad.length)] ^= (byte) (1 << chance.nextInt(8));
      assertThatThrownBy(() -> parties.get(1).receive(PeerEnvelope.decode(bad)))
          .isInstanceOf(GeneralSecurityException.class);
    }
    assertThat(parties.get(1).receive(PeerEnvelope.decode(good))).isTrue();
  }

  @Test
  void context_isReadFromTheHeadOfAnEnvelope() {
    byte[] envelope = ring(3, true).get(0).next(id(1)).orElseThrow().envelope().bytes();
    byte[] head = Arrays.copyOf(envelope, PeerEnvelope.HEAD_BYTES);
    assertThat(PeerEnvelope.contextOf(head)).contains(group.context());
    assertThat(PeerEnvelope.contextOf(Arrays.copyOf(head, head.length - 1))).isEmpty();
    head[1]++;
    assertThat(PeerEnvelope.contextOf(head)).isEmpty();
  }

  @Test
  void envelope_ofAStepThatIsOver_countsForNothing() throws GeneralSecurityException {
    List<PeerParty> parties = ring(3, true);
    agree(parties);
    say(parties, 1);
    byte[] old = parties.get(0).next(id(1)).orElseThrow().envelope().bytes();
    for (int step = 1; step <= 4; step++) {
      say(parties, step);
      exchange(parties, new Random(step), 0);
    }
    assertThat(parties.get(1).receive(PeerEnvelope.decode(old))).isFalse();
    assertThat(parties.get(1).total(4)).isEqualTo(sum(3, 4));
  }

  @Test
  void envelope_ofAStepFarAhead_waits() throws GeneralSecurityException {
    List<PeerParty> parties = ring(3, false);
    agree(parties);
    parties.get(0).say(2, vector(1), group.context(), _ -> {});
    byte[] early = parties.get(0).next(id(1)).orElseThrow().envelope().bytes();
    assertViolation(Kind.EARLY, parties.get(1), early);
    say(parties.get(1), 1, vector(2), _ -> {});
    assertThat(parties.get(1).receive(PeerEnvelope.decode(early))).isTrue();
  }

  @Test
  void vector_beforeKeysAreAgreedOn_waits() throws GeneralSecurityException {
    List<PeerParty> parties = ring(3, true);
    exchange(parties, new Random(1), 0);
    parties.get(0).agree();
    say(parties.get(0), 1, vector(1), _ -> {});
    assertViolation(
        Kind.EARLY, parties.get(1), parties.get(0).next(id(1)).orElseThrow().envelope().bytes());
  }

  @Test
  void peer_thatSaysTwoThingsInAStep_isNamed() throws GeneralSecurityException {
    List<PeerParty> parties = ring(3, true);
    agree(parties);
    say(parties.get(0), 1, vector(1), _ -> {});
    PeerParty twin = party(0, true, 1, 2);
    exchange(List.of(parties.get(1), parties.get(2)), List.of(twin, parties.get(1)));
    sendAllAgain(parties.get(1));
    sendAllAgain(parties.get(2));
    exchange(List.of(parties.get(1), parties.get(2)), withTwin(parties, twin));
    twin.agree();
    say(twin, 1, vector(2), _ -> {});
    parties.get(1).receive(PeerEnvelope.decode(vectorFor(parties.get(0), id(1))));
    byte[] other = vectorFor(twin, id(1));
    assertThatThrownBy(() -> parties.get(1).receive(PeerEnvelope.decode(other)))
        .isInstanceOfSatisfying(
            PeerViolation.class,
            violation -> {
              assertThat(violation.kind()).isEqualTo(Kind.EQUIVOCATED);
              assertThat(violation.culprit()).contains(id(0));
            });
  }

  private static void sendAllAgain(PeerParty party) {
    party.neighbours().forEach(party::forgetDeliveries);
  }

  private static List<PeerParty> withTwin(List<PeerParty> parties, PeerParty twin) {
    return List.of(twin, parties.get(1), parties.get(2));
  }

  /// The first vector that it has for a neighbour, past keys.
  private static byte[] vectorFor(PeerParty party, ParticipantId neighbour) {
    Optional<Outgoing> next = party.next(neighbour);
    while (next.orElseThrow().step() == 0) {
      party.delivered(next.get());
      next = party.next(neighbour);
    }
    return next.get().envelope().bytes();
  }

  @Test
  void stranger_isNotHeard() throws GeneralSecurityException {
    List<PeerParty> parties = ring(4, true);
    PeerMessage stranger =
        PeerMessage.sign(
            group.context(),
            new ParticipantId("stranger"),
            0,
            AgreementKeyPair.generate(RANDOM).publicKey().bytes(),
            IdentityKeyPair.generate(RANDOM));
    assertViolation(Kind.FORGED, parties.get(0), open(id(1), id(0), stranger));
    PeerMessage inTheNameOfAnother =
        PeerMessage.sign(
            group.context(),
            id(2),
            0,
            AgreementKeyPair.generate(RANDOM).publicKey().bytes(),
            identities.get(id(1)));
    assertViolation(Kind.FORGED, parties.get(0), open(id(1), id(0), inTheNameOfAnother));
    PeerMessage inAnotherGroup =
        PeerMessage.sign(
            Digest.of(new byte[] {2}),
            id(1),
            0,
            agreements.get(id(1)).publicKey().bytes(),
            identities.get(id(1)));
    assertViolation(Kind.FORGED, parties.get(0), open(id(1), id(0), inAnotherGroup));
    PeerMessage good =
        PeerMessage.sign(
            group.context(),
            id(2),
            0,
            agreements.get(id(2)).publicKey().bytes(),
            identities.get(id(2)));
    assertViolation(Kind.FORGED, parties.get(0), open(id(2), id(0), good));
    assertViolation(Kind.FORGED, parties.get(0), open(id(1), id(3), good));
    assertThat(parties.get(0).receive(PeerEnvelope.decode(open(id(1), id(0), good)))).isTrue();
  }

  @Test
  void key_ofSmallOrder_namesWhoseItIs() {
    List<PeerParty> parties = ring(3, true);
    PeerMessage zero =
        PeerMessage.sign(group.context(), id(1), 0, new byte[32], identities.get(id(1)));
    assertThatThrownBy(() -> parties.get(0).receive(PeerEnvelope.decode(open(id(1), id(0), zero))))
        .isInstanceOfSatisfying(
            PeerViolation.class, violation -> assertThat(violation.culprit()).contains(id(1)));
  }

  @Test
  void hybrid_wherePeersAreNeighboursOrNot_passesOnEncapsulationsIfNeeded()
      throws GeneralSecurityException {
    agreement = KeyAgreement.X25519_MLKEM768;
    List<PeerParty> clear = ring(5, false);
    agree(clear);
    say(clear, 1);
    exchange(clear, new Random(2), 0.3);
    assertThat(clear.getFirst().vectors(1).get(id(4))).isEqualTo(vector(104));
    withMembers(4);
    List<PeerParty> direct = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      int self = n;
      direct.add(
          party(n, PeerSpread.DIRECT, IntStream.range(0, 4).filter(i -> i != self).toArray()));
    }
    List<byte[]> seen = exchange(direct, new Random(1), 0);
    for (PeerParty party : direct) {
      party.agree();
    }
    long encapsulations =
        seen.stream().filter(each -> stepOf(each) == PeerMessage.ENCAPSULATIONS).count();
    assertThat(encapsulations).isEqualTo(12);
    say(direct, 1);
    exchange(direct, new Random(3), 0.3);
    assertThat(direct.getFirst().total(1)).isEqualTo(sum(4, 1));
  }

  private static int stepOf(byte[] envelope) {
    try {
      PeerEnvelope read = PeerEnvelope.decode(envelope);
      return read.sealed() ? -1 : PeerMessage.decode(read.content().bytes()).step();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /// The same seed gives the same encapsulations, so that no peer seems to say two things.
  @Test
  void hybrid_peerThatLostAll_saysTheSameEncapsulationsAgain() throws GeneralSecurityException {
    agreement = KeyAgreement.X25519_MLKEM768;
    List<PeerParty> parties = ring(4, true);
    agree(parties);
    say(parties, 1);
    exchange(parties, new Random(3), 0.2);
    parties.set(2, party(2, true, 1, 3));
    parties.forEach(PeerPartyTest::sendAllAgain);
    List<PeerParty> others = parties.stream().filter(p -> !p.self().equals(id(2))).toList();
    for (int round = 0; round < 2; round++) {
      exchangeBefore(others, parties);
      exchangeBefore(List.of(parties.get(2)), parties);
    }
    parties.get(2).agree();
    say(parties.get(2), 1, vector(102), _ -> {});
    exchange(parties, new Random(4), 0.2);
    assertThat(parties.get(2).total(1)).isEqualTo(sum(4, 1));
  }

  /// Sends keys and encapsulations alone.
  private static void exchangeBefore(List<PeerParty> from, List<PeerParty> all)
      throws GeneralSecurityException {
    for (PeerParty party : from) {
      for (ParticipantId neighbour : party.neighbours()) {
        Optional<Outgoing> next = party.next(neighbour);
        while (next.isPresent() && next.get().step() <= PeerMessage.ENCAPSULATIONS) {
          of(all, neighbour).receive(PeerEnvelope.decode(next.get().envelope().bytes()));
          party.delivered(next.get());
          next = party.next(neighbour);
        }
      }
    }
  }

  @Test
  void hybrid_encapsulationForOtherKeysOrChanged_givesNoAgreementOrNoTotal()
      throws GeneralSecurityException {
    agreement = KeyAgreement.X25519_MLKEM768;
    List<PeerParty> good = ring(3, true);
    exchange(good, new Random(1), 0);
    PeerMessage said = encapsulationsOf(good.get(0), id(1));
    byte[] replayed = said.body().bytes();
    replayed[2] ^= 1;
    PeerParty replay = partyTold(replayed);
    assertThatThrownBy(replay::agree)
        .isInstanceOf(PeerViolation.class)
        .hasMessageContaining("p0 was told other keys");
    byte[] changed = said.body().bytes();
    changed[2 + Digest.SIZE_BYTES] ^= 1;
    PeerParty deaf = partyTold(changed);
    deaf.agree();
    good.get(0).agree();
    say(good.get(0), 1, vector(1), _ -> {});
    assertViolation(Kind.FORGED, deaf, vectorAfter(good.get(0), id(1)));
  }

  /// The second of three peers, which has the keys of both others and these encapsulations of the
  /// first, signed by it.
  private PeerParty partyTold(byte[] encapsulations) throws GeneralSecurityException {
    PeerParty told = party(1, true, 0, 2);
    for (int n : new int[] {0, 2}) {
      told.receive(PeerEnvelope.decode(open(id(n), id(1), said(n, 0, keyOf(n)))));
    }
    told.receive(PeerEnvelope.decode(open(id(0), id(1), said(0, 1, encapsulations))));
    PeerParty last = party(2, true, 0, 1);
    for (int n : new int[] {0, 1}) {
      last.receive(PeerEnvelope.decode(open(id(n), id(2), said(n, 0, keyOf(n)))));
    }
    told.receive(PeerEnvelope.decode(open(id(2), id(1), encapsulationsOf(last, id(1)))));
    assertThat(told.isComplete(0)).isTrue();
    return told;
  }

  private byte[] keyOf(int n) {
    return agreements.get(id(n)).publicKey().bytes();
  }

  private PeerMessage said(int n, int step, byte[] body) {
    return PeerMessage.sign(group.context(), id(n), step, body, identities.get(id(n)));
  }

  private static PeerMessage encapsulationsOf(PeerParty party, ParticipantId neighbour)
      throws GeneralSecurityException {
    sendAllAgain(party);
    Optional<Outgoing> next = party.next(neighbour);
    while (next.orElseThrow().step() != PeerMessage.ENCAPSULATIONS
        || !next.get().sender().equals(party.self())) {
      party.delivered(next.get());
      next = party.next(neighbour);
    }
    return PeerMessage.decode(PeerEnvelope.decode(next.get().envelope().bytes()).content().bytes());
  }

  private static byte[] vectorAfter(PeerParty party, ParticipantId neighbour) {
    Optional<Outgoing> next = party.next(neighbour);
    while (next.orElseThrow().step() <= PeerMessage.ENCAPSULATIONS) {
      party.delivered(next.get());
      next = party.next(neighbour);
    }
    return next.get().envelope().bytes();
  }

  @Test
  void hybrid_encapsulationsCutOffOrTwice_nameWhoseTheyAre() throws GeneralSecurityException {
    agreement = KeyAgreement.X25519_MLKEM768;
    List<PeerParty> parties = ring(3, true);
    exchange(parties, new Random(1), 0);
    PeerMessage good = encapsulationsOf(parties.get(0), id(1));
    byte[] body = good.body().bytes();
    PeerParty fresh = party(1, true, 0, 2);
    byte[] cut = open(id(0), id(1), said(0, 1, Arrays.copyOf(body, body.length - 1)));
    assertViolation(Kind.FORGED, fresh, cut);
    byte[] mistyped = body.clone();
    mistyped[1]++;
    byte[] malformed = open(id(0), id(1), said(0, 1, mistyped));
    assertCulprit(fresh, malformed, id(0));
    assertThat(fresh.receive(PeerEnvelope.decode(open(id(0), id(1), good)))).isTrue();
    body[body.length - 1] ^= 1;
    assertCulprit(fresh, open(id(0), id(1), said(0, 1, body)), id(0));
  }

  private static void assertCulprit(PeerParty party, byte[] envelope, ParticipantId culprit) {
    assertThatThrownBy(() -> party.receive(PeerEnvelope.decode(envelope)))
        .isInstanceOfSatisfying(
            PeerViolation.class,
            violation -> {
              assertThat(violation.kind()).isEqualTo(Kind.EQUIVOCATED);
              assertThat(violation.culprit()).contains(culprit);
            });
  }

  /// A coordinator signs a record with the hybrid for one peer and one with X25519 for another, or
  /// a relay puts X25519 keys in the place of hybrid keys.
  @Test
  void hybrid_keysOfTheOtherAgreement_areNotHeard() throws GeneralSecurityException {
    TestRound classical = TestRound.closed(KeyAgreement.X25519, 1, 3);
    TestRound hybrid = TestRound.closed(KeyAgreement.X25519_MLKEM768, 1, 3);
    assertThat(PeerGroup.of(hybrid.record()).agreement()).isEqualTo(KeyAgreement.X25519_MLKEM768);
    assertThat(PeerGroup.of(hybrid.record()).context())
        .isNotEqualTo(PeerGroup.of(classical.record()).context());
    agreement = KeyAgreement.X25519_MLKEM768;
    List<PeerParty> parties = ring(3, true);
    byte[] x25519 = AgreementKeyPair.generate(RANDOM).publicKey().bytes();
    assertViolation(Kind.FORGED, parties.get(1), open(id(0), id(1), said(0, 0, x25519)));
    assertThatThrownBy(
            () -> {
              agreements.put(id(0), AgreementKeyPair.generate(RANDOM));
              party(0, true, 1, 2);
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("X25519_MLKEM768");
    assertThat(parties.get(1).isComplete(0)).isFalse();
  }

  @Test
  void vectorOfAnother_inClear_isRefused() throws GeneralSecurityException {
    List<PeerParty> parties = ring(3, false);
    agree(parties);
    say(parties.get(0), 1, vector(1), _ -> {});
    PeerEnvelope envelope = PeerEnvelope.decode(vectorFor(parties.get(0), id(1)));
    PeerEnvelope passedOn =
        new PeerEnvelope(group.context(), id(2), id(1), true, envelope.content());
    assertViolation(Kind.FORGED, parties.get(1), passedOn.encode());
  }

  /// Between the two others, which reach each other only by it, one peer could say to each what it
  /// likes: that the one then has nothing to say in the next step, and the total is the other
  /// one's.
  @Test
  void peersThatWereToldDifferentThings_haveNoTotal() throws GeneralSecurityException {
    withMembers(3);
    PeerParty left = party(0, true, 1);
    PeerParty right = party(2, true, 1);
    PeerParty toLeft = party(1, true, 0, 2);
    PeerParty toRight = party(1, true, 0, 2);
    exchange(List.of(left, toLeft, right), new Random(1), 0);
    List.of(left, right).forEach(PeerPartyTest::sendAllAgain);
    exchange(List.of(left, right), List.of(toRight));
    for (PeerParty party : List.of(left, right, toLeft, toRight)) {
      party.agree();
    }
    say(left, 1, vector(1), _ -> {});
    say(right, 1, vector(2), _ -> {});
    say(toLeft, 1, vector(3), _ -> {});
    say(toRight, 1, vector(4), _ -> {});
    handAll(left, right, toLeft, toRight);
    assertThat(left.total(1)).isNotEqualTo(right.total(1));
    assertThat(left.heard(1)).isEqualTo(toLeft.heard(1)).isNotEqualTo(right.heard(1));
    say(left, 2, vector(5), _ -> {});
    say(right, 2, new long[LENGTH], _ -> {});
    say(toLeft, 2, new long[LENGTH], _ -> {});
    say(toRight, 2, new long[LENGTH], _ -> {});
    handAll(left, right, toLeft, toRight);
    for (PeerParty liar : List.of(toLeft, toRight)) {
      assertThat(rangeBits(liar.total(2))).isGreaterThan(60);
    }
  }

  private static int rangeBits(long[] vector) {
    return Arrays.stream(vector)
        .map(each -> Long.SIZE - Long.numberOfLeadingZeros(Math.abs(each)))
        .mapToInt(Math::toIntExact)
        .max()
        .orElseThrow();
  }

  private static void handAll(PeerParty left, PeerParty right, PeerParty toLeft, PeerParty toRight)
      throws GeneralSecurityException {
    for (PeerParty face : List.of(toLeft, toRight)) {
      hand(left, face);
      hand(right, face);
    }
    hand(toLeft, left);
    hand(toRight, right);
  }

  private static void hand(PeerParty from, PeerParty to) throws GeneralSecurityException {
    sendAllAgain(from);
    Optional<Outgoing> next = from.next(to.self());
    while (next.isPresent()) {
      to.receive(PeerEnvelope.decode(next.get().envelope().bytes()));
      from.delivered(next.get());
      next = from.next(to.self());
    }
  }

  private byte[] open(ParticipantId from, ParticipantId to, PeerMessage message) {
    return new PeerEnvelope(group.context(), from, to, false, ByteString.copyOf(message.encode()))
        .encode();
  }

  private static void assertViolation(Kind kind, PeerParty party, byte[] envelope) {
    assertThatThrownBy(() -> party.receive(PeerEnvelope.decode(envelope)))
        .isInstanceOfSatisfying(
            PeerViolation.class, violation -> assertThat(violation.kind()).isEqualTo(kind));
  }

  /// All that a peer is told in many steps, over GF(2): the lowest bits of the vectors that it has
  /// of the others. Of the space that they span, the others' own vectors lie in it only as their
  /// totals do. Without masks all of them do.
  @Test
  void transcript_ofAPeer_spansNothingButTotals() throws GeneralSecurityException {
    int steps = 20;
    assertThat(commonDimensions(ring(4, true), true, steps)).isEqualTo(steps);
    withMembers(4);
    List<PeerParty> clear = new ArrayList<>();
    for (int n = 0; n < 4; n++) {
      int self = n;
      clear.add(party(n, false, IntStream.range(0, 4).filter(i -> i != self).toArray()));
    }
    assertThat(commonDimensions(clear, false, steps)).isEqualTo(3 * steps);
  }

  /// With the mask off that the first peer shares with another.
  private long[] withoutOwnMask(long[] heard, Digest heardBefore, int step, int n, boolean masked)
      throws GeneralSecurityException {
    if (!masked) {
      return heard;
    }
    SortedMap<ParticipantId, AgreementPublicKey> published = new TreeMap<>();
    agreements.forEach((id, pair) -> published.put(id, pair.publicKey()));
    PeerKeys keys = PeerKeys.agree(group, id(0), agreements.get(id(0)), published, new TreeMap<>());
    RingVector values = RingVector.zero(Ring.BITS_64, LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      values.setReduced(i, heard[i]);
    }
    new MaskSum(List.of(), List.of(keys.masks(step, heardBefore).subtracted().get(n - 1)))
        .addTo(step, values);
    long[] left = new long[LENGTH];
    Arrays.setAll(left, values::getSigned);
    return left;
  }

  private int commonDimensions(List<PeerParty> parties, boolean masked, int steps)
      throws GeneralSecurityException {
    agree(parties);
    List<BitSet> told = new ArrayList<>();
    List<BitSet> own = new ArrayList<>();
    PeerParty observer = parties.getFirst();
    for (int step = 1; step <= steps; step++) {
      Digest before = step == 1 || !masked ? observer.context() : observer.heard(step - 1);
      say(parties, step);
      exchange(parties, new Random(step), 0);
      for (int n = 1; n < 4; n++) {
        told.add(
            lowest(withoutOwnMask(observer.vectors(step).get(id(n)), before, step, n, masked)));
        own.add(lowest(vector(100L * step + n)));
      }
    }
    List<BitSet> both = new ArrayList<>(told);
    both.addAll(own);
    return rank(told) + rank(own) - rank(both);
  }

  private static BitSet lowest(long[] vector) {
    BitSet bits = new BitSet();
    for (int n = 0; n < vector.length; n++) {
      bits.set(n, (vector[n] & 1) == 1);
    }
    return bits;
  }

  private static int rank(List<BitSet> rows) {
    List<BitSet> left = new ArrayList<>();
    rows.forEach(row -> left.add((BitSet) row.clone()));
    int rank = 0;
    while (!left.isEmpty()) {
      BitSet pivot = left.removeLast();
      int place = pivot.nextSetBit(0);
      if (place >= 0) {
        rank++;
        left.stream().filter(row -> row.get(place)).forEach(row -> row.xor(pivot));
      }
    }
    return rank;
  }
}
