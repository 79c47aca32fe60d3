package io.privirec.crypto.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CapacityTest {
  @Test
  void fits_gramBoundOfOneAtScale30_uses32Bits() {
    Capacity capacity = new Capacity.EverySubsetSum(1);
    assertThat(capacity.fits(Ring.BITS_32, 30, 64)).isTrue();
    assertThat(capacity.spareBits(Ring.BITS_32, 30, 64)).isCloseTo(1, within(1e-6));
    assertThat(capacity.fits(Ring.BITS_32, 31, 3)).isFalse();
    assertThat(capacity.sumBound(64)).isEqualTo(1);
  }

  @Test
  void fits_exactlyAtTheLimit_doesNot() {
    // 3 · 10,921 + 3/2 = 32,764.5 < 2^15 ≤ 3 · 10,922.5 + 3/2 = 32,769
    assertThat(new Capacity.PerParticipant(10_921).fits(Ring.BITS_16, 0, 3)).isTrue();
    assertThat(new Capacity.PerParticipant(10_922.5).fits(Ring.BITS_16, 0, 3)).isFalse();
    // 4 · 8,191.5 + 2 = 32,768 = 2^15
    assertThat(new Capacity.PerParticipant(8191.5).fits(Ring.BITS_16, 0, 4)).isFalse();
    assertThat(new Capacity.PerParticipant(8191.5).sumBound(4)).isEqualTo(32_766);
  }

  @Test
  void fits_above53Bits_isDecidedExactly() {
    double belowLimit = Math.scalb(1.0, 62) - 1024;
    assertThat(new Capacity.EverySubsetSum(belowLimit).fits(Ring.BITS_64, 0, 64)).isTrue();
    assertThat(new Capacity.EverySubsetSum(Math.scalb(1.0, 63)).fits(Ring.BITS_64, 0, 3)).isFalse();
    assertThat(new Capacity.EverySubsetSum(Math.scalb(1.0, 63) - 1024).fits(Ring.BITS_64, 0, 64))
        .isTrue();
  }

  @Test
  void requireFits_tooMuch_saysByHowManyBits() {
    assertThatThrownBy(() -> new Capacity.PerParticipant(1).requireFits(Ring.BITS_32, 30, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(", 2.00 bits more");
  }

  @Test
  void fits_scaleOutOfRange_isRefused() {
    Capacity capacity = new Capacity.EverySubsetSum(1);
    assertThat(capacity.fits(Ring.BITS_64, 0, 3)).isTrue();
    assertThat(capacity.fits(Ring.BITS_64, 62, 3)).isTrue();
    for (int scaleBits : new int[] {-1, 63}) {
      assertThatThrownBy(() -> capacity.fits(Ring.BITS_64, scaleBits, 3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[0, 62]");
    }
  }

  @Test
  void bound_notPositiveAndFinite_isRefused() {
    for (double bound : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new Capacity.PerParticipant(bound))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new Capacity.EverySubsetSum(bound))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
