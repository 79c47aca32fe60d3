package io.privirec.federation.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.peer.PeerEnvelope;
import io.privirec.secagg.peer.PeerGroup;
import io.privirec.secagg.peer.PeerParty;
import io.privirec.secagg.peer.PeerParty.Outgoing;
import io.privirec.secagg.peer.PeerSpread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerJournalTest {
  private static final int LENGTH = 5;
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir Path directory;

  private final SortedMap<ParticipantId, IdentityKeyPair> identities = new TreeMap<>();
  private final SortedMap<ParticipantId, AgreementKeyPair> agreements = new TreeMap<>();
  private final SortedMap<ParticipantId, PeerParty> parties = new TreeMap<>();
  private final SortedSet<ParticipantId> cohort = new TreeSet<>();

  private static ParticipantId id(int n) {
    return new ParticipantId("p" + n);
  }

  @BeforeEach
  void begin() throws GeneralSecurityException {
    for (int n = 0; n < 3; n++) {
      cohort.add(id(n));
      identities.put(id(n), IdentityKeyPair.generate(RANDOM));
      agreements.put(id(n), AgreementKeyPair.generate(KeyAgreement.X25519_MLKEM768, RANDOM));
    }
    cohort.forEach(id -> parties.put(id, party(id)));
    agree();
  }

  private PeerParty party(ParticipantId id) {
    SortedMap<ParticipantId, PublicIdentityKey> members = new TreeMap<>();
    identities.forEach((other, identity) -> members.put(other, identity.publicKey()));
    SortedSet<ParticipantId> others = new TreeSet<>(cohort);
    others.remove(id);
    return new PeerParty(
        new PeerGroup(Digest.of(new byte[] {7}), KeyAgreement.X25519_MLKEM768, members),
        id,
        identities.get(id),
        agreements.get(id),
        others,
        PeerSpread.DIRECT,
        LENGTH,
        RANDOM,
        () -> {});
  }

  private void agree() throws GeneralSecurityException {
    // Keys, then encapsulations.
    exchange();
    exchange();
    for (PeerParty party : parties.values()) {
      party.agree();
    }
  }

  private void exchange() throws GeneralSecurityException {
    for (PeerParty party : parties.values()) {
      for (ParticipantId neighbour : party.neighbours()) {
        for (Optional<Outgoing> next = party.next(neighbour);
            next.isPresent();
            next = party.next(neighbour)) {
          parties.get(neighbour).receive(PeerEnvelope.decode(next.get().envelope().bytes()));
          party.delivered(next.get());
        }
      }
    }
  }

  private PeerSums sums(PeerJournal journal) {
    PeerTerms terms = new PeerTerms(new Topology.Complete(), new Consensus.Secure(), LENGTH);
    return terms.sums(
        cohort,
        parties.get(id(0)),
        step -> {
          try {
            for (int n = 1; n < 3; n++) {
              say(n, step, new long[LENGTH]);
            }
            exchange();
          } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
          }
        },
        journal);
  }

  private void say(int n, int step, long[] vector) {
    PeerParty party = parties.get(id(n));
    party.say(step, vector, step == 1 ? party.context() : party.heard(step - 1), _ -> {});
  }

  private static double[] vector(int seed) {
    return new double[] {seed, .5, -seed, 0, .25};
  }

  @Test
  void sums_afterARestart_areThoseOfBefore_andNothingElseIsSaid() throws Exception {
    List<double[]> before = new ArrayList<>();
    try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
      PeerSums sums = sums(journal);
      for (int number = 1; number <= 4; number++) {
        before.add(sums.sum(number, vector(number), 8));
      }
    }
    parties.put(id(0), party(id(0)));
    parties.values().forEach(party -> party.neighbours().forEach(party::forgetDeliveries));
    agreeAgain();
    try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
      PeerSums sums = sums(journal);
      for (int number = 1; number <= 4; number++) {
        assertThat(sums.sum(number, vector(number), 8)).isEqualTo(before.get(number - 1));
      }
      assertThat(sums.sum(5, vector(5), 8)).containsExactly(5, .5, -5, 0, .25);
    }
  }

  private void agreeAgain() throws GeneralSecurityException {
    for (int n = 1; n < 3; n++) {
      PeerParty other = parties.get(id(n));
      Optional<Outgoing> next = other.next(id(0));
      // Vectors follow keys and encapsulations.
      while (next.isPresent() && next.get().step() < 2) {
        parties.get(id(0)).receive(PeerEnvelope.decode(next.get().envelope().bytes()));
        other.delivered(next.get());
        next = other.next(id(0));
      }
    }
    parties.get(id(0)).agree();
  }

  @Test
  void anotherVector_afterARestart_isNotSaid() throws Exception {
    try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
      sums(journal).sum(1, vector(1), 8);
    }
    parties.put(id(0), party(id(0)));
    parties.values().forEach(party -> party.neighbours().forEach(party::forgetDeliveries));
    agreeAgain();
    try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
      assertThatThrownBy(() -> sums(journal).sum(1, vector(2), 8))
          .isInstanceOfSatisfying(
              PeerFailureException.class,
              failure ->
                  assertThat(failure.code())
                      .isEqualTo(PeerFailureException.Code.PEER_INPUT_CHANGED));
    }
    assertThat(parties.get(id(0)).next(id(1)).filter(next -> next.step() > 0)).isEmpty();
  }

  @Test
  void record_thatACrashCutOff_doesNotCount() throws Exception {
    try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
      journal.put(1, vector(1), Digest.of());
      journal.put(2, vector(2), Digest.of());
    }
    Path file = directory.resolve("sums");
    byte[] whole = Files.readAllBytes(file);
    for (int cut = 1; cut < whole.length / 2; cut++) {
      byte[] part = java.util.Arrays.copyOf(whole, whole.length - cut);
      Files.write(file, part, StandardOpenOption.TRUNCATE_EXISTING);
      try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
        assertThat(journal.sums()).isEqualTo(1);
        assertThat(journal.sum(1)).hasValueSatisfying(sum -> assertThat(sum).isEqualTo(vector(1)));
        assertThat(journal.sum(2)).isEmpty();
      }
    }
  }

  @Test
  void record_damagedBeforeTheLast_isNotForgotten() throws Exception {
    try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
      PeerSums sums = sums(journal);
      for (int number = 1; number <= 3; number++) {
        sums.sum(number, vector(number), 8);
      }
    }
    for (String name : List.of("sums", "said")) {
      Path file = directory.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      byte[] damaged = whole.clone();
      damaged[whole.length / 3 + 20] ^= 1;
      Files.write(file, damaged);
      assertThatThrownBy(() -> PeerJournal.open(directory, LENGTH))
          .isInstanceOf(java.io.IOException.class)
          .hasMessageContaining(name);
      assertThat(file).hasBinaryContent(damaged);
      Files.write(file, whole);
    }
  }

  @Test
  void sum_largerThanItsBound_failsByName() throws Exception {
    try (PeerJournal journal = PeerJournal.open(directory, LENGTH)) {
      PeerSums liars =
          new PeerTerms(new Topology.Complete(), new Consensus.Secure(), LENGTH)
              .sums(
                  cohort,
                  parties.get(id(0)),
                  step -> {
                    try {
                      long[] garbage = RANDOM.longs(LENGTH).map(each -> each | 1L << 62).toArray();
                      say(1, step, garbage);
                      say(2, step, new long[LENGTH]);
                      exchange();
                    } catch (GeneralSecurityException e) {
                      throw new IllegalStateException(e);
                    }
                  },
                  journal);
      assertThatThrownBy(() -> liars.sum(1, vector(1), 8))
          .isInstanceOfSatisfying(
              PeerFailureException.class,
              failure ->
                  assertThat(failure.code())
                      .isEqualTo(PeerFailureException.Code.PEER_SUM_OUT_OF_RANGE));
      assertThat(journal.sums()).isZero();
    }
  }

  @Test
  void topology_thatLeavesSomebodyApart_orNamesAStranger_saysSo() {
    Topology.Edge edge = new Topology.Edge(id(0), id(1));
    assertThat(new Topology.Listed(List.of(edge)).fault(cohort))
        .contains("the topology does not connect p2 with p0");
    Topology.Edge strange = new Topology.Edge(id(2), id(7));
    assertThat(new Topology.Listed(List.of(edge, strange)).fault(cohort))
        .contains("p7 is named in the topology and not in the cohort");
    assertThat(new Topology.Ring().fault(cohort)).isEmpty();
    assertThat(new Topology.Complete().fault(cohort)).isEmpty();
  }
}
