package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.DiscreteGaussian;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.sampling.Variance;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.SimulatedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorState;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rounds with noise over the real state machines, in which everybody is killed after every step.
/// With right noise, one of the bounds below fails with probability 1e-6.
class NoisyRoundsTest {
  private static final int PARTICIPANTS = 20;
  private static final int ELEMENTS = 10_000;
  private static final int ROUNDS = Boolean.getBoolean("tests.long") ? 250 : 10;
  private static final PrivacyTarget TARGET = new PrivacyTarget(1, 1e-6);
  private static final double RHO = Conversion.CKS.rho(TARGET);
  private static final VectorSpec VECTOR =
      new VectorSpec(
          "counts", ELEMENTS, 1 << 12, new Ring(64), 0, new Capacity.PerParticipant(0x1p40));
  private static final double L2 = Math.sqrt(20);

  /// The squares of a round's noise over all elements, whole and without that of the corrupt ones.
  private record Squares(double ofAll, double ofHonest) {}

  private static DistributedDiscreteGaussian mechanism(TestRound round, int colluders) {
    return new RoundNoise(IntegerSensitivity.ofIntegers(L2, ELEMENTS), ELEMENTS, RHO, colluders)
        .mechanism(round.record().kind(), PARTICIPANTS);
  }

  /// What everybody contributes: its number in every element, and its share of noise.
  private static SortedMap<ParticipantId, long[]> inputs(
      TestRound round, DistributedDiscreteGaussian mechanism, SecureRandom random) {
    SortedMap<ParticipantId, long[]> inputs = new TreeMap<>();
    for (int i = 0; i < PARTICIPANTS; i++) {
      int value = i;
      Contribution noisy =
          new NoiseShare(mechanism, NoiseSeed.random(random))
              .over((_, out) -> {
                for (int j = 0; j < out.length(); j++) {
                  out.setSigned(j, value);
                }
              });
      long[] input = new long[ELEMENTS];
      for (int chunk = 0; chunk < VECTOR.chunks(); chunk++) {
        RingVector values = RingVector.zero(VECTOR.ring(), VECTOR.elementsInChunk(chunk));
        noisy.fill(VECTOR.firstElementOf(chunk), values);
        for (int j = 0; j < values.length(); j++) {
          input[(int) VECTOR.firstElementOf(chunk) + j] = values.getSigned(j);
        }
      }
      inputs.put(round.id(i), input);
    }
    return inputs;
  }

  /// @param corrupt positions of those who tell the coordinator their noise
  private static Squares run(
      TestRound round,
      DistributedDiscreteGaussian mechanism,
      Map<Phase, Set<ParticipantId>> absent,
      List<Integer> corrupt,
      SecureRandom random)
      throws GeneralSecurityException {
    SortedMap<ParticipantId, long[]> inputs = inputs(round, mechanism, random);
    SimulatedRound simulated = new SimulatedRound(round, inputs).run(absent);
    long[] sum = simulated.sum();
    assertThat(sum).isEqualTo(simulated.plainSum());
    Set<ParticipantId> survivors = ((CoordinatorState.Summed) simulated.coordinator()).survivors();
    double all = 0;
    double honest = 0;
    for (int j = 0; j < ELEMENTS; j++) {
      long noise = sum[j];
      for (int i = 0; i < PARTICIPANTS; i++) {
        noise -= survivors.contains(round.id(i)) ? i : 0;
      }
      long left = noise;
      for (int i : corrupt) {
        left -= inputs.get(round.id(i))[j] - i;
      }
      all += (double) noise * noise;
      honest += (double) left * left;
    }
    return new Squares(all / ELEMENTS, honest / ELEMENTS);
  }

  private static void assertVariance(double mean, double expected) {
    double tolerance = 4.9 * Math.sqrt(2.0 / ELEMENTS / ROUNDS);
    assertThat(mean / expected).isBetween(1 - tolerance, 1 + tolerance);
  }

  /// The claim needs no more noise than the honest ones have left in the sum.
  private static void assertClaimHolds(Variance local, int honest) {
    var left = new DiscreteGaussian(L2, new Variance(local.numerator() * honest, 1));
    assertThat(Composition.of(left, 1).epsilon(TARGET.delta(), Conversion.CKS).epsilon())
        .isLessThanOrEqualTo(TARGET.epsilon());
  }

  @Test
  void closedRounds_twoSubtractTheirOwnNoise_theRestIsWhatTheClaimCounts()
      throws GeneralSecurityException {
    SecureRandom random = new SeededRandom(41);
    double all = 0;
    double honest = 0;
    Variance local = Variance.of(16);
    for (int i = 0; i < ROUNDS; i++) {
      TestRound round = TestRound.closed(KeyAgreement.X25519, VECTOR, 100 + i, PARTICIPANTS);
      DistributedDiscreteGaussian mechanism = mechanism(round, 2);
      assertThat(mechanism.shares().honest()).isEqualTo(18);
      local = mechanism.localVariance();
      Squares squares = run(round, mechanism, Map.of(), List.of(3, 11), random);
      all += squares.ofAll() / ROUNDS;
      honest += squares.ofHonest() / ROUNDS;
    }
    assertVariance(all, 20.0 * local.numerator());
    assertVariance(honest, 18.0 * local.numerator());
    assertClaimHolds(local, 18);
  }

  @Test
  void tolerantRounds_fourAreLostAndTwoSubtractTheirOwnNoise_theRestIsWhatTheClaimCounts()
      throws GeneralSecurityException {
    SecureRandom random = new SeededRandom(42);
    double all = 0;
    double honest = 0;
    Variance local = Variance.of(16);
    for (int i = 0; i < ROUNDS; i++) {
      Thresholds counts = Thresholds.of(ThreatModel.SEMI_MALICIOUS, PARTICIPANTS, 2, 16);
      TestRound round = TestRound.of(counts, KeyAgreement.X25519, VECTOR, 500 + i);
      DistributedDiscreteGaussian mechanism = mechanism(round, 1);
      assertThat(mechanism.shares().honest()).isEqualTo(14);
      local = mechanism.localVariance();
      Squares squares = run(round, mechanism, lost(round, i), List.of(0, 1), random);
      all += squares.ofAll() / ROUNDS;
      honest += squares.ofHonest() / ROUNDS;
    }
    assertVariance(all, 16.0 * local.numerator());
    assertVariance(honest, 14.0 * local.numerator());
    assertClaimHolds(local, 14);
  }

  /// Four others each time: two before they share secrets, two before they send their input.
  private static Map<Phase, Set<ParticipantId>> lost(TestRound round, int number) {
    Map<Phase, Set<ParticipantId>> absent = new HashMap<>();
    Set<ParticipantId> early = Set.of(round.id(2 + number % 8), round.id(10 + number % 5));
    Set<ParticipantId> late = Set.of(round.id(15 + number % 3), round.id(18 + number % 2));
    boolean before = true;
    for (Phase phase : round.record().phases()) {
      if (phase == Phase.MASKED_INPUT) {
        before = false;
      }
      absent.put(
          phase,
          before
              ? (phase == Phase.ADVERTISE_KEYS ? Set.of() : early)
              : Stream.of(early, late).flatMap(Set::stream).collect(Collectors.toSet()));
    }
    return absent;
  }
}
