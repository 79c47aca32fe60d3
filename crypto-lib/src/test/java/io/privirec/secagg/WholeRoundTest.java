package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The property that everything else serves: whoever drops out, whenever, the result is exactly the
/// plain sum of the survivors' inputs.
class WholeRoundTest {
  private static final int[] RING_BITS = {16, 24, 32, 64};
  private static final List<Phase> PHASES =
      List.of(Phase.ADVERTISE_KEYS, Phase.SHARE_KEYS, Phase.MASKED_INPUT, Phase.UNMASK);

  @Test
  void round_randomCohortsAndDropouts_sumsTheSurvivorsExactly() throws GeneralSecurityException {
    for (int seed = 0; seed < 24; seed++) {
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
    for (int i = 0; i < PHASES.size(); i++) {
      absent.put(PHASES.get(i), Set.of(round.id(3 * i)));
    }
    SimulatedRound run = check(round, absent, new Random(7));
    assertThat(run.coordinator().dropouts())
        .isEqualTo(
            Map.of(
                round.id(0), Phase.ADVERTISE_KEYS,
                round.id(3), Phase.SHARE_KEYS,
                round.id(6), Phase.MASKED_INPUT,
                round.id(9), Phase.UNMASK));
  }

  @Test
  void round_tooFewLeftInAPhase_abortsWithTheReason() throws GeneralSecurityException {
    for (Phase phase : PHASES) {
      TestRound round = TestRound.of(10, 11);
      SimulatedRound run = new SimulatedRound(round, inputs(round, new Random(11)));
      Set<ParticipantId> tooMany = Set.copyOf(ids(round).subList(0, 5));
      for (Phase each : PHASES) {
        if (run.coordinator().phase().isPresent()) {
          run.runPhase(each, each == phase ? tooMany : Set.of());
        }
      }
      assertThat(run.coordinator()).isInstanceOf(CoordinatorState.Aborted.class);
      CoordinatorState.Aborted aborted = (CoordinatorState.Aborted) run.coordinator();
      assertThat(aborted.reason())
          .isEqualTo(
              phase == Phase.UNMASK ? AbortReason.BELOW_THRESHOLD : AbortReason.TOO_FEW_SURVIVORS);
      assertThat(aborted.dropouts().keySet()).isEqualTo(tooMany);
      assertThat(aborted.dropouts().values()).containsOnly(phase);
    }
  }

  private static SimulatedRound check(
      TestRound round, Map<Phase, Set<ParticipantId>> absent, Random random)
      throws GeneralSecurityException {
    SortedMap<ParticipantId, long[]> inputs = inputs(round, random);
    SimulatedRound run = new SimulatedRound(round, inputs);
    for (Phase phase : PHASES) {
      run.runPhase(phase, absent.getOrDefault(phase, Set.of()));
    }
    assertThat(run.coordinator()).isInstanceOf(CoordinatorState.Unmasked.class);
    TreeSet<ParticipantId> survivors = new TreeSet<>(ids(round));
    absent.forEach((phase, dropouts) -> {
      if (phase != Phase.UNMASK) {
        survivors.removeAll(dropouts);
      }
    });
    assertThat(((CoordinatorState.Unmasked) run.coordinator()).survivors()).isEqualTo(survivors);
    long[] expected = new long[(int) round.record().vector().length()];
    for (ParticipantId survivor : survivors) {
      for (int i = 0; i < expected.length; i++) {
        expected[i] += inputs.get(survivor)[i];
      }
    }
    assertThat(run.sum()).isEqualTo(expected);
    return run;
  }

  /// As many dropouts as are allowed, spread over the phases at random.
  private static Map<Phase, Set<ParticipantId>> randomDropouts(TestRound round, Random random) {
    Map<Phase, Set<ParticipantId>> absent = new EnumMap<>(Phase.class);
    List<ParticipantId> shuffled = new ArrayList<>(ids(round));
    Collections.shuffle(shuffled, random);
    int drops = random.nextInt(round.record().thresholds().drops() + 1);
    for (ParticipantId dropout : shuffled.subList(0, drops)) {
      absent
          .computeIfAbsent(PHASES.get(random.nextInt(PHASES.size())), _ -> new TreeSet<>())
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

  private static SortedMap<ParticipantId, long[]> inputs(TestRound round, Random random) {
    VectorSpec vector = round.record().vector();
    long bound = (long) vector.capacity().bound();
    SortedMap<ParticipantId, long[]> inputs = new TreeMap<>();
    for (ParticipantId id : ids(round)) {
      inputs.put(id, random.longs(vector.length(), -bound, bound + 1).toArray());
    }
    return inputs;
  }

  private static List<ParticipantId> ids(TestRound round) {
    return List.copyOf(round.identities().keySet());
  }
}
