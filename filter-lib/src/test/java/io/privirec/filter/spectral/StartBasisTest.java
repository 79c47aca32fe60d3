package io.privirec.filter.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.random.CounterRandom;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StartBasisTest {
  @Test
  void expand_anySize_isOrthonormal() {
    assertThat(TestMatrices.orthonormalityError(StartBasis.expand(1, 700, 33))).isLessThan(1e-6);
    assertThat(TestMatrices.orthonormalityError(StartBasis.expand(1, 5, 5))).isLessThan(1e-6);
  }

  @Test
  void expand_oneThread_givesTheSameBitsAsAll() throws Exception {
    float[] everywhere = StartBasis.expand(42, 3000, 21).data();
    try (ForkJoinPool single = new ForkJoinPool(1)) {
      float[] alone = single.submit(() -> StartBasis.expand(42, 3000, 21).data()).get();
      assertThat(Arrays.equals(alone, everywhere)).isTrue();
    }
  }

  @Test
  void expand_fixedSeed_givesTheFrozenBits() throws Exception {
    // frozen: a change would split sessions between versions of the software
    assertThat(bits(StartBasis.expand(20250, 4, 2)))
        .isEqualTo("3ce531c8 3ef8b76e 3d8b6cf1 3f56db06 bf7de22b 3dc2e0c9 3dd74797 3e664b4a");
    byte[] sha256 =
        MessageDigest.getInstance("SHA-256")
            .digest(bits(StartBasis.expand(20250, 1001, 37)).getBytes(StandardCharsets.US_ASCII));
    assertThat(HexFormat.of().formatHex(sha256))
        .isEqualTo("3a6503a33a5859725b49c015743be7e046deec96c56643828951e8cae49269c6");
  }

  private static String bits(DenseMatrix matrix) {
    return IntStream.range(0, matrix.data().length)
        .mapToObj(e -> "%08x".formatted(Float.floatToRawIntBits(matrix.data()[e])))
        .collect(Collectors.joining(" "));
  }

  @Test
  void normals_oddColumns_followTheSpecifiedPairs() {
    DenseMatrix g = Normals.of(7, 3, 3);
    double radius = Math.sqrt(-2 * StrictMath.log(1 - CounterRandom.uniform(7, 4)));
    double angle = 2 * Math.PI * CounterRandom.uniform(7, 5);
    assertThat(g.get(1, 1)).isEqualTo((float) (radius * StrictMath.cos(angle)));
    assertThat(g.get(1, 2)).isEqualTo((float) (radius * StrictMath.sin(angle)));
  }

  @Test
  void normals_manyElements_haveMeanZeroAndVarianceOne() {
    // 10⁵ samples: five standard errors are .016 and .022; false reject below 10⁻⁵, and fixed seed
    float[] data = Normals.of(3, 1000, 100).data();
    double sum = 0;
    double squares = 0;
    for (float value : data) {
      sum += value;
      squares += (double) value * value;
    }
    assertThat(sum / data.length).isCloseTo(0, within(.016));
    assertThat(squares / data.length).isCloseTo(1, within(.023));
  }

  @Test
  void expand_moreColumnsThanItems_isRefused() {
    assertThatThrownBy(() -> StartBasis.expand(1, 3, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[1, items = 3]");
  }
}
