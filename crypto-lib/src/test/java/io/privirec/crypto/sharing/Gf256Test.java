package io.privirec.crypto.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Gf256Test {
  /// FIPS 197 §4.2: {57}·{83} = {c1}, {57}·{13} = {fe}.
  @Test
  void multiply_standardsExamples_givesTheirProducts() {
    assertThat(Gf256.multiply(0x57, 0x83)).isEqualTo(0xc1);
    assertThat(Gf256.multiply(0x57, 0x13)).isEqualTo(0xfe);
  }

  @Test
  void multiply_allPairs_isCommutativeWithUnitAndZero() {
    for (int a = 0; a < 256; a++) {
      assertThat(Gf256.multiply(a, 1)).isEqualTo(a);
      assertThat(Gf256.multiply(a, 0)).isZero();
      for (int b = 0; b < 256; b++) {
        assertThat(Gf256.multiply(a, b)).isEqualTo(Gf256.multiply(b, a)).isBetween(0, 255);
      }
    }
  }

  @Test
  void multiply_triples_isAssociativeAndDistributive() {
    for (int a = 1; a < 256; a += 7) {
      for (int b = 0; b < 256; b += 5) {
        for (int c = 0; c < 256; c += 11) {
          assertThat(Gf256.multiply(a, Gf256.multiply(b, c)))
              .isEqualTo(Gf256.multiply(Gf256.multiply(a, b), c));
          assertThat(Gf256.multiply(a, Gf256.add(b, c)))
              .isEqualTo(Gf256.add(Gf256.multiply(a, b), Gf256.multiply(a, c)));
        }
      }
    }
  }

  @Test
  void inverse_everyElementButZero_multipliesToOne() {
    for (int a = 1; a < 256; a++) {
      assertThat(Gf256.multiply(a, Gf256.inverse(a))).isEqualTo(1);
    }
  }
}
