package io.privirec.acceptance.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.federation.RoundNoise;
import io.privirec.privacy.Adjacency;
import io.privirec.privacy.Distributed;
import io.privirec.privacy.DistributedDiscreteGaussian;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Unit;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerFilesTest {
  private static final RoundNoise PLANNED =
      new RoundNoise(new IntegerSensitivity(100, 1_000), 10, .5, 1);

  private static Use.Noise use(Distributed mechanism) {
    return new Use.Noise(mechanism, Unit.USER, Adjacency.ADD_OR_REMOVE, Optional.empty());
  }

  private static DistributedDiscreteGaussian mechanism(double rho, int colluders) {
    return new RoundNoise(PLANNED.sensitivity(), PLANNED.dimension(), rho, colluders)
        .mechanism(new NoiseShares(8, colluders, 3));
  }

  @Test
  void isPlanned_noiseOfTheRoundsPartOfTheBudget_is() {
    assertThat(LedgerFiles.isPlanned(use(mechanism(.5, 1)), Optional.of(PLANNED))).isTrue();
    assertThat(LedgerFiles.isPlanned(use(mechanism(.5, 2)), Optional.of(PLANNED))).isTrue();
    assertThat(LedgerFiles.isPlanned(new Use.Exact(), Optional.empty())).isTrue();
  }

  @Test
  void isPlanned_moreOrLessNoise_isNot() {
    for (double rho : new double[] {.25, .49, .51, 1}) {
      assertThat(LedgerFiles.isPlanned(use(mechanism(rho, 1)), Optional.of(PLANNED)))
          .as("rho " + rho)
          .isFalse();
    }
    assertThat(LedgerFiles.isPlanned(use(mechanism(.5, 0)), Optional.of(PLANNED))).isFalse();
  }

  @Test
  void isPlanned_noiseWhereNoneIs_orTheOtherWayRound_isNot() {
    assertThat(LedgerFiles.isPlanned(use(mechanism(.5, 1)), Optional.empty())).isFalse();
    assertThat(LedgerFiles.isPlanned(new Use.Exact(), Optional.of(PLANNED))).isFalse();
  }

  @Test
  void isPlanned_anotherUnit_isNot() {
    Use.Noise ofEntries =
        new Use.Noise(mechanism(.5, 1), Unit.ENTRY, Adjacency.ADD_OR_REMOVE, Optional.empty());
    assertThat(LedgerFiles.isPlanned(ofEntries, Optional.of(PLANNED))).isFalse();
  }
}
