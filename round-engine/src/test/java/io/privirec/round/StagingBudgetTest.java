package io.privirec.round;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.VectorSpec;
import org.junit.jupiter.api.Test;

class StagingBudgetTest {
  private static final long MIB = 1 << 20;

  /// 100 chunks of 4 MiB.
  private static final VectorSpec VECTOR =
      VectorSpec.of("v", 100L << 20, new Ring(32), 0, new Capacity.EverySubsetSum(1));

  @Test
  void choose_forCiphertexts_keepsAllOfThemOrNothing() {
    VectorSpec ciphertexts = VectorSpec.ofCiphertexts("c", 10, 5);
    long needed = 2 * 4 * ciphertexts.totalBytes();

    assertThat(new StagingBudget(needed).choose(ciphertexts, 4)).contains(new Staging.FullSpool());
    assertThat(new StagingBudget(needed - 1).choose(ciphertexts, 4)).isEmpty();
    assertThat(StagingBudget.narrowest(ciphertexts)).isEqualTo(new Staging.FullSpool());
  }

  @Test
  void choose_everythingFits_isAFullSpool() {
    long needed = 11 * 400 * MIB;

    assertThat(new StagingBudget(needed).choose(VECTOR, 10)).contains(new Staging.FullSpool());
    assertThat(new Staging.FullSpool().diskBytes(VECTOR, 10)).isEqualTo(needed);
  }

  @Test
  void choose_lessThanEverythingFits_isTheWidestWindowThatDoes() {
    assertThat(new StagingBudget(11 * 400 * MIB - 1).choose(VECTOR, 10))
        .contains(new Staging.Window(32));
    assertThat(new StagingBudget((400 + 10 * 4 * 7) * MIB).choose(VECTOR, 10))
        .contains(new Staging.Window(7));
    assertThat(new StagingBudget((400 + 10 * 4 * 7) * MIB - 1).choose(VECTOR, 10))
        .contains(new Staging.Window(6));
    assertThat(new Staging.Window(7).diskBytes(VECTOR, 10)).isEqualTo((400 + 10 * 4 * 7) * MIB);
  }

  @Test
  void choose_notOneChunkOfEveryoneFits_isNothing() {
    long least = (400 + 10 * 4) * MIB;

    assertThat(new StagingBudget(least).choose(VECTOR, 10)).contains(new Staging.Window(1));
    assertThat(new StagingBudget(least - 1).choose(VECTOR, 10)).isEmpty();
    assertThat(StagingBudget.narrowest(VECTOR).diskBytes(VECTOR, 10)).isEqualTo(least);
  }

  /// The whole spool is 4400 MiB.
  @Test
  void room_onADiskWithLessThanTheWholeSpool_isAWindow() {
    StagingBudget budget = new StagingBudget(11 * 400 * MIB);

    assertThat(new StagingRoom(budget, () -> 5000 * MIB).now(600 * MIB)).isEqualTo(budget);
    assertThat(new StagingRoom(budget, () -> 5000 * MIB).now(601 * MIB).choose(VECTOR, 10))
        .contains(new Staging.Window(32));
    assertThat(new StagingRoom(budget, () -> 632 * MIB).now(0).choose(VECTOR, 10))
        .contains(new Staging.Window(5));
  }

  @Test
  void room_onADiskWithoutRoom_isNothing() {
    StagingBudget budget = new StagingBudget(11 * 400 * MIB);

    assertThat(new StagingRoom(budget, () -> 632 * MIB).now(600 * MIB).choose(VECTOR, 10))
        .isEmpty();
    assertThat(new StagingRoom(budget, () -> 0).now(1)).isEqualTo(new StagingBudget(0));
  }
}
