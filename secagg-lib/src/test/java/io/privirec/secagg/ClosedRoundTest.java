package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantStateCodec;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A closed round gives exactly the plain sum of everybody's inputs, or it gives nothing. Every
/// participant goes on from its encoded state after every step, the coordinator from its log after
/// every phase: [SimulatedRound].
class ClosedRoundTest {
  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");

  /// Graphs of 3 to 64 are complete. A cohort of 65 has the smallest random graph.
  private static final int[] COHORTS =
      IS_LONG ? new int[] {3, 10, 64, 65, 130} : new int[] {3, 10, 65};

  @Test
  void round_everybodyThere_sumsExactly() throws GeneralSecurityException {
    for (int cohort : COHORTS) {
      check(round(KeyAgreement.X25519, cohort, Ring.BITS_32));
    }
  }

  @Test
  void round_postQuantumKeys_sumsExactly() throws GeneralSecurityException {
    for (int cohort : COHORTS) {
      check(round(KeyAgreement.X25519_MLKEM768, cohort, Ring.BITS_32));
    }
  }

  @Test
  void round_overSeveralCellsInEveryRing_sumsExactly() throws GeneralSecurityException {
    for (int bits : new int[] {16, 24, 32, 64}) {
      check(TestRound.closed(KeyAgreement.X25519, vector(12, new Ring(bits)), bits, 3, 4, 5));
    }
  }

  @Test
  void neighbours_ofEachCohort_areEverybodyOrTheConnectedDegree() {
    assertThat(round(KeyAgreement.X25519, 64, Ring.BITS_32).record().neighbours()).isEqualTo(63);
    RoundRecord wide = round(KeyAgreement.X25519, 130, Ring.BITS_32).record();
    assertThat(wide.neighbours()).isLessThan(129);
    assertThat(wide.isComplete()).isFalse();
  }

  @Test
  void phases_ofEachKindOfClosedRound_areTheOnesItNeeds() {
    assertThat(round(KeyAgreement.X25519, 64, Ring.BITS_32).record().phases())
        .containsExactly(Phase.ADVERTISE_KEYS, Phase.MASKED_INPUT);
    assertThat(round(KeyAgreement.X25519_MLKEM768, 65, Ring.BITS_32).record().phases())
        .containsExactly(
            Phase.ADVERTISE_KEYS, Phase.REVEAL_SEED, Phase.ENCAPSULATE_KEYS, Phase.MASKED_INPUT);
  }

  @Test
  void round_oneMissingInAPhase_endsThereAndNamesIt() throws GeneralSecurityException {
    checkMissing(KeyAgreement.X25519, IS_LONG ? 65 : 9);
    checkMissing(KeyAgreement.X25519_MLKEM768, 9);
    if (!IS_LONG) {
      checkMissing(KeyAgreement.X25519, 65, Phase.REVEAL_SEED);
    }
  }

  @Test
  void round_manyMissing_namesTenAndCountsTheOthers() throws GeneralSecurityException {
    TestRound round = round(KeyAgreement.X25519, 64, Ring.BITS_32);
    SimulatedRound run =
        run(round, Map.of(Phase.ADVERTISE_KEYS, Set.copyOf(round.identities().keySet())));
    assertMissing(run, Phase.ADVERTISE_KEYS, "64 of 64 participants", "p009 and 54 more");
    assertThat(run.coordinator().dropouts()).hasSize(64);
  }

  /// What a participant keeps when it has contributed: the terms and what it said.
  @Test
  void contributed_ofEachKind_holdsNoKey() {
    for (KeyAgreement agreement : KeyAgreement.values()) {
      // Rounds of 65 with hybrid keys have every phase.
      for (int cohort :
          IS_LONG || agreement == KeyAgreement.X25519_MLKEM768
              ? new int[] {6, 65}
              : new int[] {6}) {
        RecordedRound run =
            RecordedRound.of(TestRound.closed(agreement, vector(cohort, Ring.BITS_32), 3, cohort));
        ParticipantId self = run.round.id(2);
        List<ParticipantState> path = run.states.get(self);
        Advertised first = (Advertised) path.getFirst();
        List<String> secrets = new ArrayList<>(maskKeys(run, self));
        secrets.add(Hex.of(first.identity().seed().expose()));
        secrets.add(Hex.of(first.maskKeys().seed().expose()));
        assertThat(path.getLast()).isInstanceOf(ParticipantState.Contributed.class);
        String kept = Hex.of(ParticipantStateCodec.encode(path.getLast()).expose());
        assertThat(secrets).hasSize(run.round.record().neighbours() + 2).noneMatch(kept::contains);
        assertThat(path.getLast().pending())
            .hasValueSatisfying(sent -> assertThat(sent.phase()).isEqualTo(Phase.MASKED_INPUT));
      }
    }
  }

  /// In hexadecimal, the keys of all masks of a participant.
  private static List<String> maskKeys(RecordedRound run, ParticipantId self) {
    var masking = run.state(self, ParticipantState.Masking.class);
    RoundSetup setup = masking.setup();
    return setup.peersOf(self).stream()
        .map(peer ->
            setup.mask(self, masking.maskKeys(), peer, masking.maskEncapsulations().get(peer)))
        .map(mask -> Hex.of(mask.key().expose()))
        .toList();
  }

  private static void checkMissing(KeyAgreement agreement, int cohort)
      throws GeneralSecurityException {
    for (Phase phase : round(agreement, cohort, Ring.BITS_32).record().phases()) {
      checkMissing(agreement, cohort, phase);
    }
  }

  private static void checkMissing(KeyAgreement agreement, int cohort, Phase phase)
      throws GeneralSecurityException {
    TestRound round = round(agreement, cohort, Ring.BITS_32);
    ParticipantId missing = round.id(7);
    SimulatedRound run = run(round, Map.of(phase, Set.of(missing)));
    assertMissing(run, phase, "1 of %d participants".formatted(cohort), "p007");
    assertThat(run.coordinator().dropouts()).isEqualTo(Map.of(missing, phase));
  }

  private static void assertMissing(SimulatedRound run, Phase phase, String count, String named) {
    assertThat(run.assertAborted(AbortReason.PARTICIPANT_MISSING, count, named).during())
        .isEqualTo(phase);
  }

  private static void check(TestRound round) throws GeneralSecurityException {
    SimulatedRound run = run(round, Map.of());
    assertThat(run.coordinator())
        .isInstanceOfSatisfying(
            CoordinatorState.Complete.class,
            complete -> {
              assertThat(complete.survivors()).isEqualTo(round.identities().keySet());
              assertThat(complete.unmasker().masks()).isZero();
              assertThat(complete.dropouts()).isEmpty();
            });
    assertThat(run.sum()).isEqualTo(run.plainSum());
    for (ParticipantId id : round.identities().keySet()) {
      assertThat(run.participant(id)).isInstanceOf(ParticipantState.Contributed.class);
    }
  }

  private static SimulatedRound run(TestRound round, Map<Phase, Set<ParticipantId>> absent)
      throws GeneralSecurityException {
    Random random = new Random(round.record().cohort().size());
    return new SimulatedRound(round, round.inputs(random)).run(absent);
  }

  private static TestRound round(KeyAgreement agreement, int cohort, Ring ring) {
    return TestRound.closed(agreement, vector(cohort, ring), cohort, cohort);
  }

  private static VectorSpec vector(int cohort, Ring ring) {
    double bound = Math.floor(ring.maxSigned() / (2.0 * cohort));
    return new VectorSpec("test", 37, 8, ring, 0, new Capacity.PerParticipant(bound));
  }
}
