package io.privirec.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.VectorSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantiserTest {
  private static final Ring RING = new Ring(32);

  private static Quantiser quantiser(int scaleBits) {
    return Quantiser.of(
        new VectorSpec("test", 4, 1 << 20, RING, scaleBits, new Capacity.EverySubsetSum(1)));
  }

  @Test
  void encode_roundsHalfToEven() {
    RingVector out = RingVector.zero(RING, 4);

    quantiser(1).encode(new float[] {0.25f, 0.75f, -0.25f, -0.75f}, 0, out);

    assertThat(new long[] {out.getSigned(0), out.getSigned(1), out.getSigned(2), out.getSigned(3)})
        .containsExactly(0, 2, 0, -2);
  }

  @Test
  void decode_ofEncode_isWithinHalfAUnit() {
    float[] values = {0.1234567f, -0.9999999f, 1f, 0f};
    RingVector ring = RingVector.zero(RING, 4);
    float[] back = new float[4];

    quantiser(30).encode(values, 0, ring);
    boolean inRange = quantiser(30).decode(ring, back, 0, 1);

    assertThat(inRange).isTrue();
    assertThat(back).containsExactly(values);
  }

  @Test
  void encode_outOfBound_isWrappedAndAddsUpAllTheSame() {
    RingVector out = RingVector.zero(RING, 3);

    quantiser(30).encode(new float[] {1.5f, 2.25f, -3.5f}, 0, out);

    long sum = out.getSigned(0) + out.getSigned(1) + out.getSigned(2);
    assertThat(out.getSigned(1)).isEqualTo((9L << 28) - (1L << 32));
    assertThat(Math.floorMod(sum, 1L << 32)).isEqualTo(1L << 28);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY})
  void encode_notFinite_isRefused(float value) {
    RingVector out = RingVector.zero(RING, 1);

    assertThatThrownBy(() -> quantiser(30).encode(new float[] {value}, 0, out))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("not finite")
        .hasMessageNotContaining(String.valueOf(value));
  }

  @Test
  void decode_ofASumOutOfRange_raisesTheAlarm() {
    RingVector sum = RingVector.zero(RING, 1);
    sum.setSigned(0, (1L << 30) + (1L << 25));

    assertThat(quantiser(30).decode(sum, new float[1], 0, 1)).isFalse();
  }
}
