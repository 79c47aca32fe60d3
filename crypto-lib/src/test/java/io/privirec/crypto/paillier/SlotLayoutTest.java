package io.privirec.crypto.paillier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotLayoutTest {
  @Test
  void forSumsOf_isAsNarrowAsItMayBe() {
    assertThat(SlotLayout.forSumsOf(10, 1L << 35)).isEqualTo(new SlotLayout(5, 76));
    assertThat(SlotLayout.forSumsOf(1, 127)).isEqualTo(new SlotLayout(1, 383));
    assertThat(SlotLayout.forSumsOf(1, 128)).isEqualTo(new SlotLayout(2, 191));
    assertThat(SlotLayout.forSumsOf(1, Long.MAX_VALUE)).isEqualTo(new SlotLayout(8, 47));
    assertThatThrownBy(() -> SlotLayout.forSumsOf(2, Long.MAX_VALUE))
        .hasMessageContaining("does not fit a slot");
    assertThatThrownBy(() -> SlotLayout.forSumsOf(0, 1)).hasMessageContaining("at least 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void sumsOfPackedNumbers_unpackToSums(int slotBytes) throws Exception {
    int summands = 100;
    long largest = Math.max(1, (1L << (8 * slotBytes - 1)) / summands - 1);
    SlotLayout layout = new SlotLayout(slotBytes, 3070 / (8 * slotBytes));
    Random random = new Random(slotBytes);
    int length = 2 * layout.slots() - 3;
    long[] sums = new long[layout.plaintexts(length) * layout.slots()];
    BigInteger[] packed = {BigInteger.ZERO, BigInteger.ZERO};
    for (int summand = 0; summand < summands; summand++) {
      long[] values = new long[length];
      for (int at = 0; at < length; at++) {
        // The first slots have the least and the largest sums that there may be.
        values[at] =
            switch (at) {
              case 0 -> largest;
              case 1 -> -largest;
              default -> random.nextLong(-largest, largest + 1);
            };
        sums[at] += values[at];
      }
      for (int index = 0; index < packed.length; index++) {
        packed[index] = packed[index].add(layout.pack(values, index));
      }
    }
    for (int index = 0; index < packed.length; index++) {
      long[] unpacked = layout.unpack(packed[index]);
      for (int slot = 0; slot < layout.slots(); slot++) {
        assertThat(unpacked[slot]).isEqualTo(sums[index * layout.slots() + slot]);
      }
    }
  }

  /// The bound that the layout rests on: not even slots full of the least number wrap around.
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 8})
  void fullSlots_areBelowHalfOfTheModulus(int slotBytes) throws Exception {
    SlotLayout layout = new SlotLayout(slotBytes, 3070 / (8 * slotBytes));
    long[] least = new long[layout.slots()];
    Arrays.fill(least, slotBytes == 8 ? Long.MIN_VALUE : -(1L << (8 * slotBytes - 1)));

    BigInteger packed = layout.pack(least, 0);

    assertThat(packed.abs().bitLength()).isLessThanOrEqualTo(PaillierPublicKey.BITS - 2);
    assertThat(layout.unpack(packed)).isEqualTo(least);
  }

  @Test
  void whatDoesNotFit_isRefusedWithoutBeingShown() {
    SlotLayout layout = new SlotLayout(2, 10);
    assertThatThrownBy(() -> layout.pack(new long[] {32_768}, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a number does not fit a slot of 2 bytes");
    assertThatThrownBy(() -> layout.pack(new long[] {-32_769}, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> layout.unpack(BigInteger.ONE.shiftLeft(160)))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining("10 slots");
    assertThatThrownBy(() -> layout.unpack(BigInteger.ONE.shiftLeft(160).negate()))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> new SlotLayout(9, 1)).hasMessageContaining("slotBytes");
    assertThatThrownBy(() -> new SlotLayout(8, 48)).hasMessageContaining("slots");
  }
}
