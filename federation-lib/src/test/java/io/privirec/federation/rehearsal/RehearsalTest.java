package io.privirec.federation.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.local.PlainSum;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
  private static final InteractionMatrix NOTHING =
      InteractionMatrix.of(0, 0, new int[1], new int[0]);

  @TempDir Path work;

  /// In a tolerant one somebody leaves before the last round.
  @Test
  void rehearsal_sumsInEveryRing_completes() throws Exception {
    for (int bits : new int[] {16, 24, 32, 64}) {
      Rehearsal algorithm = new Rehearsal(10_000, 2, 5, bits, false);

      assertThat(algorithm.algorithm().complete(0, sum(algorithm, 0, 0, 1, 2, 3, 4), work))
          .isEqualTo(new PlanStep.NextRound(algorithm.algorithm().specs().get(1)));
      assertThat(algorithm.algorithm().complete(1, sum(algorithm, 1, 0, 1, 3, 4), work))
          .isEqualTo(new PlanStep.Complete());
    }
  }

  @Test
  void sum_withOneElementOff_failsAndNamesIt() throws Exception {
    Rehearsal algorithm = new Rehearsal(100_000, 1, 5, 32, false);
    Altered sum = new Altered(sum(algorithm, 0, 0, 1, 2), survivors(0, 1, 2), 70_001);

    PlanStep step = algorithm.algorithm().complete(0, sum, work);

    assertThat(step)
        .isInstanceOfSatisfying(
            PlanStep.Fail.class,
            fail -> {
              assertThat(fail.code()).isEqualTo("rehearsal-sum-wrong");
              assertThat(fail.detail()).contains("element 70001 ");
            });
  }

  @Test
  void sum_overOthersThanTheStatedSurvivors_fails() throws Exception {
    Rehearsal algorithm = new Rehearsal(1000, 1, 5, 32, false);
    PlainSum sum = sum(algorithm, 0, 0, 1, 2);
    Altered misstated = new Altered(sum, survivors(0, 1, 3), -1);

    assertThat(algorithm.algorithm().complete(0, sum, work)).isEqualTo(new PlanStep.Complete());
    assertThat(algorithm.algorithm().complete(0, misstated, work))
        .isInstanceOf(PlanStep.Fail.class);
  }

  @Test
  void contribution_inBlocks_isTheSameInAnyOrderAndDiffersByRoundAndParticipant() {
    Rehearsal algorithm = new Rehearsal(1000, 2, 5, 24, false);
    long[] whole = read(algorithm, 0, 0, 0, 1000);

    assertThat(read(algorithm, 0, 0, 990, 10))
        .containsExactly(Arrays.copyOfRange(whole, 990, 1000));
    assertThat(read(algorithm, 0, 1, 0, 1000)).isNotEqualTo(whole);
    assertThat(read(algorithm, 1, 0, 0, 1000)).isNotEqualTo(whole);
    assertThat(read(new Rehearsal(1000, 2, 6, 24, false), 0, 0, 0, 1000)).isNotEqualTo(whole);
  }

  @Test
  void contribution_inEveryRing_keepsItsBoundAndUsesAllOfIt() {
    for (int bits : new int[] {16, 24, 32, 64}) {
      Rehearsal algorithm = new Rehearsal(1 << 16, 1, 5, bits, false);
      VectorSpec vector = algorithm.algorithm().specs().getFirst().vector();
      double bound = vector.capacity().bound();
      long largest = 0;
      for (long value : read(algorithm, 0, 0, 0, 1 << 16)) {
        assertThat((double) Math.abs(value)).isLessThanOrEqualTo(bound);
        largest = Math.max(largest, Math.abs(value));
      }
      assertThat(largest).isGreaterThan((long) (0.9 * bound));
      vector.capacity().requireFits(new Ring(bits), 0, Thresholds.MAX_COHORT);
    }
  }

  @Test
  void parameters_outOfRange_areRefused() {
    assertThatThrownBy(() -> new Rehearsal(0, 1, 1, 32, false)).hasMessageContaining("elements");
    assertThatThrownBy(() -> new Rehearsal((1L << 31) + 1, 1, 1, 32, false))
        .hasMessageContaining("elem");
    assertThatThrownBy(() -> new Rehearsal(1, 17, 1, 32, false)).hasMessageContaining("rounds");
    assertThatThrownBy(() -> new Rehearsal(1, 1, 1, 31, false)).hasMessageContaining("ring");
  }

  @Test
  void digest_ofEveryParameter_differs() {
    assertThat(
            Set.of(
                new Rehearsal(10, 2, 5, 32, false).algorithm().digest(),
                new Rehearsal(11, 2, 5, 32, false).algorithm().digest(),
                new Rehearsal(10, 3, 5, 32, false).algorithm().digest(),
                new Rehearsal(10, 2, 6, 32, false).algorithm().digest(),
                new Rehearsal(10, 2, 5, 24, false).algorithm().digest(),
                new Rehearsal(10, 2, 5, 32, true).algorithm().digest()))
        .hasSize(6);
  }

  private static PlainSum sum(Rehearsal algorithm, int index, int... survivors) {
    RoundSpec round = algorithm.algorithm().specs().get(index);
    SortedMap<ParticipantId, Contribution> contributions = new TreeMap<>();
    survivors(survivors).forEach(id -> contributions.put(id, contribution(algorithm, round, id)));
    return new PlainSum(round, contributions);
  }

  private static Contribution contribution(
      Rehearsal algorithm, RoundSpec round, ParticipantId participant) {
    try {
      return algorithm
          .algorithm()
          .contribution(new RoundInput(participant, round, null, RatingMatrix.of(NOTHING)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long[] read(Rehearsal algorithm, int round, int participant, long from, int n) {
    RoundSpec spec = algorithm.algorithm().specs().get(round);
    return TestHolders.read(
        contribution(algorithm, spec, TestHolders.id(participant)), spec, from, n);
  }

  private static SortedSet<ParticipantId> survivors(int... indices) {
    return new TreeSet<>(Arrays.stream(indices).mapToObj(TestHolders::id).toList());
  }

  /// A sum that says it is over some survivors, with one element off by one.
  ///
  /// @param wrong none if negative
  private record Altered(PlainSum sum, SortedSet<ParticipantId> survivors, long wrong)
      implements Aggregate {
    @Override
    public RoundKind kind() {
      return sum.kind();
    }

    @Override
    public long length() {
      return sum.length();
    }

    @Override
    public void read(long offset, RingVector out) {
      sum.read(offset, out);
      if (wrong >= offset && wrong < offset + out.length()) {
        int i = (int) (wrong - offset);
        out.setSigned(i, out.getSigned(i) + 1);
      }
    }
  }
}
