package io.privirec.privacy.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.privacy.PrivacyRefusal;
import io.privirec.privacy.Rounding;
import io.privirec.privacy.sampling.RandomBytes;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EncodingTest {
  private static RandomBytes seeded(long seed) {
    return new SplittableRandom(seed)::nextBytes;
  }

  private static double norm(long[] vector) {
    return Math.sqrt(SquaredNorm.of(vector).doubleValue());
  }

  @Test
  void clip_anyVector_isWithinTheBoundExactly() {
    SplittableRandom random = new SplittableRandom(1);
    for (int length : new int[] {0, 1, 13, 207, 2_046}) {
      for (long bound : new long[] {1, 20, 1_000_003, 1L << 31}) {
        for (long size : new long[] {2, 1_000, 1L << 33}) {
          long[] vector = random.longs(length, -size, size).toArray();
          long[] before = vector.clone();
          IntegerClipping.clip(vector, bound);
          assertThat(SquaredNorm.of(vector)).isLessThanOrEqualTo(BigInteger.valueOf(bound).pow(2));
          for (int i = 0; i < length; i++) {
            assertThat(Math.abs(vector[i])).isLessThanOrEqualTo(Math.abs(before[i]));
            assertThat(vector[i] * Long.signum(before[i])).isNotNegative();
          }
        }
      }
    }
  }

  @Test
  void clip_withinTheBound_changesNothing() {
    long[] vector = {3, -4};
    IntegerClipping.clip(vector, 5);
    assertThat(vector).containsExactly(3, -4);
    IntegerClipping.clip(vector, 4);
    assertThat(vector).containsExactly(2, -3);
    long[] extreme = {Long.MIN_VALUE, 0};
    IntegerClipping.clip(extreme, 7);
    assertThat(extreme).containsExactly(-7, 0);
    assertThatThrownBy(() -> IntegerClipping.clip(vector, 0)).hasMessageContaining("[1, 2^31]");
  }

  @Test
  void round_anyVector_isWithinTheSensitivity() {
    Rounding rounding = new Rounding(1, .01, Rounding.DEFAULT_BETA, 207);
    ConditionalRounding conditional = new ConditionalRounding(rounding);
    SplittableRandom random = new SplittableRandom(2);
    for (double size : new double[] {1e-300, .001, .1, 1, 1e200}) {
      double[] vector = random.doubles(207, -size, size).toArray();
      for (int i = 0; i < 20; i++) {
        assertThat(norm(conditional.round(vector, seeded(i))))
            .isLessThanOrEqualTo(rounding.sensitivity().l2());
      }
    }
  }

  @Test
  void round_onTheAverage_isTheVector() {
    ConditionalRounding conditional = new ConditionalRounding(new Rounding(1, .125, 0, 2));
    RandomBytes random = seeded(3);
    double[] vector = {.3, -.2};
    double[] sum = new double[2];
    int times = 20_000;
    for (int i = 0; i < times; i++) {
      long[] rounded = conditional.round(vector, random);
      sum[0] += rounded[0] * .125;
      sum[1] += rounded[1] * .125;
    }
    // Five standard deviations of the mean; a coin has one of at most 1/16.
    assertThat(sum[0] / times).isCloseTo(.3, within(5 / 16. / Math.sqrt(times)));
    assertThat(sum[1] / times).isCloseTo(-.2, within(5 / 16. / Math.sqrt(times)));
  }

  @Test
  void round_coinsThatNeverFit_endsWithinTheSensitivity() {
    Rounding rounding = new Rounding(1, 1 / 160., .99, 1_024);
    double[] vector = new double[1_024];
    Arrays.fill(vector, 1 / 32.);
    vector[0] = 0;
    // Zeros round every element up.
    long[] rounded = new ConditionalRounding(rounding).round(vector, _ -> {});
    assertThat(norm(rounded)).isLessThanOrEqualTo(rounding.sensitivity().l2()).isGreaterThan(1);
  }

  @Test
  void round_whatCannotBe_isRefused() {
    assertThatThrownBy(() -> new ConditionalRounding(new Rounding(1, 1, .5, 100)))
        .isInstanceOf(PrivacyRefusal.GranularityTooCoarse.class);
    ConditionalRounding conditional = new ConditionalRounding(new Rounding(1, .01, .5, 2));
    assertThatThrownBy(() -> conditional.round(new double[3], seeded(0)))
        .hasMessageContaining("2 elements. Provided value: 3");
    assertThatThrownBy(() -> conditional.round(new double[] {Double.NaN, 0}, seeded(0)))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> new ConditionalRounding(new Rounding(1, 1e-10, .5, 2)))
        .hasMessageContaining("2^30");
  }

  @Test
  void rotation_keepsNormsAndIsUndone() {
    for (int length : new int[] {1, 2, 13, 207, 2_046}) {
      HadamardRotation rotation = new HadamardRotation(length, seeded(length));
      double[] vector = new SplittableRandom(4).doubles(length, -1, 1).toArray();
      double[] rotated = rotation.rotate(vector);
      assertThat(rotated).hasSize(rotation.dimension());
      assertThat(rotation.dimension()).isBetween(length, 2 * length);
      assertThat(squared(rotated)).isCloseTo(squared(vector), within(1e-9));
      assertThat(rotation.restore(rotated)).containsExactly(vector, within(1e-12));
    }
  }

  private static double squared(double[] vector) {
    double sum = 0;
    for (double element : vector) {
      sum += element * element;
    }
    return sum;
  }

  @Test
  void rotation_ofAnotherSeed_isAnother() {
    double[] ones = new double[16];
    Arrays.fill(ones, 1);
    double[] rotated = new HadamardRotation(16, seeded(5)).rotate(ones);
    assertThat(rotated).isNotEqualTo(new HadamardRotation(16, seeded(6)).rotate(ones));
    assertThat(rotated[0]).isNotEqualTo(4);
  }

  /// What one element holds is spread over all.
  @Test
  void rotation_ofOneElement_isFlat() {
    double[] vector = new double[1_000];
    vector[7] = 32;
    for (double element : new HadamardRotation(1_000, seeded(5)).rotate(vector)) {
      assertThat(Math.abs(element)).isCloseTo(1, within(1e-12));
    }
    assertThatThrownBy(() -> new HadamardRotation(0, seeded(0))).hasMessageContaining("2^29");
  }
}
