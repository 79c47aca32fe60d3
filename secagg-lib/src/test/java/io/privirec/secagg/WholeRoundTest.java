package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.coordinator.CoordinatorState;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The property that everything else serves: whoever drops out, whenever, the result is exactly the
/// plain sum of the survivors' inputs.
class WholeRoundTest {
  private static final int[] RING_BITS = {16, 24, 32, 64};
  private static final int SEEDS = Boolean.getBoolean("tests.long") ? 24 : 8;

  @Test
  void round_randomCohortsAndDropouts_sumsTheSurvivorsExactly() throws GeneralSecurityException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int cohort = 3 + random.nextInt(12);
      TestRound round = TestRound.of(cohort, randomVector(cohort, seed, random), seed);
      check(round, randomDropouts(round, random), random);
    }
  }

  @Test
  void round_largestCohortAllDropsInOnePhase_sumsTheSurvivorsExactly()
      throws GeneralSecurityException {
    TestRound round = TestRound.of(64, 99);
    Map<Phase, Set<ParticipantId>> absent = new EnumMap<>(Phase.class);
    Set<ParticipantId> dropouts = new TreeSet<>();
    for (int i = 0; i < round.record().thresholds().drops(); i++) {
      dropouts.add(round.id(2 * i));
    }
    absent.put(Phase.MASKED_INPUT, dropouts);
    check(round, absent, new Random(99));
  }

  @Test
  void round_oneDropoutInEachPhase_namesThePhaseOfEach() throws GeneralSecurityException {
    TestRound round = TestRound.of(10, 7);
    Map<Phase, Set<ParticipantId>> absent = new EnumMap<>(Phase.class);
    List<Phase> phases = round.record().phases();
    for (int i = 0; i < phases.size() - 1; i++) {
      absent.put(phases.get(i), Set.of(round.id(2 * i)));
    }
    SimulatedRound run = check(round, absent, new Random(7));
    assertThat(run.coordinator().dropouts())
        .isEqualTo(
            Map.of(
                round.id(0), Phase.ADVERTISE_KEYS,
                round.id(2), Phase.SHARE_KEYS,
                round.id(4), Phase.MASKED_INPUT,
                round.id(6), Phase.CONSISTENCY_CHECK));
  }

  @Test
  void round_dropoutInTheLastPhase_isNamedAndInTheSum() throws GeneralSecurityException {
    TestRound round = TestRound.of(10, 8);
    SimulatedRound run = check(round, Map.of(Phase.UNMASK, Set.of(round.id(9))), new Random(8));
    assertThat(run.coordinator().dropouts()).isEqualTo(Map.of(round.id(9), Phase.UNMASK));
  }

  @Test
  void round_semiHonest_sumsTheSurvivorsExactly() throws GeneralSecurityException {
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      TestRound round = TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 9), seed);
      check(round, randomDropouts(round, random), random);
    }
  }

  @Test
  void round_randomGraph_sumsTheSurvivorsExactly() throws GeneralSecurityException {
    for (ThreatModel model : ThreatModel.values()) {
      TestRound round = TestRound.of(Thresholds.of(model, 66), 5);
      assertThat(round.record().thresholds().neighbours()).isLessThan(65);
      Map<Phase, Set<ParticipantId>> absent = new EnumMap<>(Phase.class);
      absent.put(Phase.ADVERTISE_KEYS, Set.of(round.id(7)));
      absent.put(Phase.SHARE_KEYS, Set.of(round.id(0), round.id(65)));
      absent.put(Phase.MASKED_INPUT, Set.of(round.id(30), round.id(31)));
      absent.put(Phase.UNMASK, Set.of(round.id(50)));
      check(round, absent, new Random(5));
    }
  }

  @Test
  void round_randomGraphSeedNotRevealed_aborts() throws GeneralSecurityException {
    TestRound round = TestRound.of(70, 6);
    new SimulatedRound(round, round.inputs(new Random(6)))
        .run(Map.of(Phase.REVEAL_SEED, Set.of(round.id(3))))
        .assertAborted(AbortReason.SEED_NOT_REVEALED);
  }

  @Test
  void round_postQuantumKeys_sumsTheSurvivorsExactly() throws GeneralSecurityException {

    for (int cohort : new int[] {6, 66}) {
      TestRound round =
          TestRound.of(
              Thresholds.of(ThreatModel.SEMI_MALICIOUS, cohort),
              KeyAgreement.X25519_MLKEM768,
              cohort);
      // The first has initiated all its agreements, the last none.
      Set<ParticipantId> dropouts =
          cohort == 6 ? Set.of(round.id(0)) : Set.of(round.id(0), round.id(65), round.id(33));
      check(round, Map.of(Phase.MASKED_INPUT, dropouts), new Random(cohort));
    }
  }

  @Test
  void round_tooFewLeftInAPhase_abortsWithTheReason() throws GeneralSecurityException {
    for (Phase phase : TestRound.of(10, 11).record().phases()) {
      TestRound round = TestRound.of(10, 11);
      Set<ParticipantId> tooMany = Set.copyOf(ids(round).subList(0, 5));
      CoordinatorState.Aborted aborted =
          new SimulatedRound(round, round.inputs(new Random(11)))
              .run(Map.of(phase, tooMany))
              .assertAborted(
                  phase == Phase.UNMASK
                      ? AbortReason.BELOW_THRESHOLD
                      : AbortReason.TOO_FEW_SURVIVORS);
      assertThat(aborted.dropouts().keySet()).isEqualTo(tooMany);
      assertThat(aborted.dropouts().values()).containsOnly(phase);
    }
  }

  private static SimulatedRound check(
      TestRound round, Map<Phase, Set<ParticipantId>> absent, Random random)
      throws GeneralSecurityException {
    SimulatedRound run = new SimulatedRound(round, round.inputs(random)).run(absent);
    assertThat(run.coordinator()).isInstanceOf(CoordinatorState.Unmasked.class);
    TreeSet<ParticipantId> survivors = new TreeSet<>(ids(round));
    absent.forEach((phase, dropouts) -> {
      if (phase.compareTo(Phase.MASKED_INPUT) <= 0) {
        survivors.removeAll(dropouts);
      }
    });
    assertThat(((CoordinatorState.Unmasked) run.coordinator()).survivors()).isEqualTo(survivors);
    assertThat(run.sum()).isEqualTo(run.plainSum());
    return run;
  }

  /// As many dropouts as are allowed, spread over the phases at random.
  private static Map<Phase, Set<ParticipantId>> randomDropouts(TestRound round, Random random) {
    Map<Phase, Set<ParticipantId>> absent = new EnumMap<>(Phase.class);
    List<ParticipantId> shuffled = new ArrayList<>(ids(round));
    Collections.shuffle(shuffled, random);
    int drops = random.nextInt(round.record().thresholds().drops() + 1);
    for (ParticipantId dropout : shuffled.subList(0, drops)) {
      List<Phase> phases = round.record().phases();
      absent
          .computeIfAbsent(phases.get(random.nextInt(phases.size())), _ -> new TreeSet<>())
          .add(dropout);
    }
    return absent;
  }

  private static VectorSpec randomVector(int cohort, int seed, Random random) {
    Ring ring = new Ring(RING_BITS[seed % RING_BITS.length]);
    double bound = Math.floor(ring.maxSigned() / (2.0 * cohort));
    return new VectorSpec(
        "v",
        1 + random.nextInt(70),
        1 + random.nextInt(20),
        ring,
        0,
        new Capacity.PerParticipant(bound));
  }

  private static List<ParticipantId> ids(TestRound round) {
    return List.copyOf(round.identities().keySet());
  }
}
